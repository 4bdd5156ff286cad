# Writes version.cpp with what git says of the source tree, or ONYX_VERSION in the environment, where there
# is no git; run at every build, and touches the file only when the answer changes.
#   cmake -D SOURCE=... -D OUTPUT=... -P version.cmake
execute_process(
  COMMAND git -c safe.directory=* describe --tags --always --dirty
  WORKING_DIRECTORY ${SOURCE}
  OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed OR version STREQUAL "")
  set(version "unknown")
  if(NOT "$ENV{ONYX_VERSION}" STREQUAL "")
    set(version "$ENV{ONYX_VERSION}")
  endif()
endif()
set(content "namespace onyx {

extern const char* const kVersion;
const char* const kVersion = \"${version}\";

}  // namespace onyx
")
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "${content}" @ONLY)
