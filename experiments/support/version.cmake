# Writes version.cpp: the project's version, and the commit from git or else from the environment variable
# ONYX_VERSION. Every build runs this, but the file is touched only when its content changes.
#   cmake -D VERSION=... -D SOURCE=... -D OUTPUT=... -P version.cmake
execute_process(
  COMMAND git -c safe.directory=* describe --tags --always --dirty
  WORKING_DIRECTORY ${SOURCE}
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed OR commit STREQUAL "")
  set(commit "$ENV{ONYX_VERSION}")
endif()
set(version "${VERSION}")
if(NOT commit MATCHES "^(unknown)?$")
  set(version "${VERSION} (${commit})")
endif()
set(content "namespace onyx {

extern const char* const kVersion;
const char* const kVersion = \"${version}\";

}  // namespace onyx
")
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "${content}" @ONLY)
