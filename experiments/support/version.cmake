# Writes version.cpp: the version of the project, and the commit, as git tells it of the source tree, or as
# ONYX_VERSION in the environment does where there is no git. Run at every build; touches the file only when
# the answer changes.
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
