# Lists of the packages that the project needs, and functions that install them and configure builds. Scripts
# source this file.
# shellcheck shell=bash disable=SC2034

# To build and run the programs. "build-tool" is ninja or make, of which one is enough.
packages_to_build=(g++ cmake build-tool pkg-config libtbb-dev libboost-dev libxxhash-dev
  libcli11-dev nlohmann-json3-dev libfmt-dev libzstd-dev libnauty2-dev)
# For apt-get, which finds either name: Debian 13 has dropped the 2.
nauty='^libnauty2?-dev$'
# Packages for the tests.
packages_to_test=(libgtest-dev git)
# Packages for onyx-mpi and its test. Without MPI, both are left out.
packages_for_mpi=(libopenmpi-dev openmpi-bin)
# Packages for the tests of pages, in node and in a browser, and for books as PDF, with their fonts. Without
# them, those tests and books are left out.
packages_for_pages=(nodejs chromium weasyprint fontconfig fonts-linuxlibertine fonts-dejavu-core)
# Packages for tests of the pages in Firefox. Ubuntu has no package of this name.
packages_for_firefox=(firefox-esr)
# Packages for the Python module and its tests. Without them, both are left out.
packages_for_python=(python3-dev pybind11-dev python3-numpy)
# Packages for experiments/package/make_debs, which makes Debian packages.
packages_for_debs=(dpkg-dev file)
# Packages for the documentation of the public headers. Without doxygen, it is left out.
packages_for_headers=(doxygen)
# Packages for the WebAssembly of the pages (experiments/pages/wasm/). Without it, pages only show.
packages_for_wasm=(emscripten python3)
# Packages for tests of jobs on a cluster. Without them, these tests are left out.
packages_for_slurm=(munge slurm-wlm iproute2 procps sshfs openssh-sftp-server)
# Packages for the proofs of results/theorem. Without Coq, they are left out.
packages_for_proofs=(coq make python3)
# Packages for sanitizer builds (llvm adds function names to reports), fuzzing, and checks of sources.
packages_to_sanitize=(clang libclang-rt-dev llvm clang-format clang-tidy)

# The programs of these packages that scripts, tests and builds call. tests/check_packages compares this
# table with the calls: a newly called program needs its package here and in a list above. In "a|b",
# either program is enough.
declare -gA programs_of=(
  [build-tool]="ninja|make" [chromium]="chromium|chromium-browser|google-chrome" [clang]=clang++
  [clang-format]=clang-format [clang-tidy]=clang-tidy [cmake]="cmake cpack" [coq]="coqc coqdep ocamlfind"
  [doxygen]=doxygen [dpkg-dev]=dpkg-shlibdeps [emscripten]=em++ [file]=file
  [firefox-esr]="firefox-esr|firefox" [fontconfig]=fc-list [g++]=g++ [git]=git [iproute2]=ip
  [libopenmpi-dev]=mpicxx [llvm]=llvm-symbolizer [make]=make [munge]=munged [nodejs]="node|nodejs"
  [openmpi-bin]=mpirun [pkg-config]=pkg-config [procps]="free pgrep pkill ps" [python3]=python3
  [slurm-wlm]="sbatch scancel scontrol sinfo slurmctld slurmd squeue srun" [sshfs]=sshfs
  [weasyprint]=weasyprint)

has_command() { command -v "$1" >/dev/null 2>&1; }

has_header() { [[ -e /usr/include/$1 || -e /usr/local/include/$1 ]]; }

# Whether the font of a package is installed, whatever its files are called.
has_font() {
  local name
  case $1 in
    fonts-linuxlibertine) name="Linux Libertine O" ;;
    fonts-dejavu-core) name="DejaVu Sans" ;;
    *) return 1 ;;
  esac
  has_command fc-list && [[ -n $(fc-list "$name" 2>/dev/null) ]]
}

has_sanitizers() {
  has_command clang++ || return 1
  local program code=0
  program=$(mktemp) || return 1
  echo 'int main() {}' | clang++ -fsanitize=address -x c++ - -o "$program" 2>/dev/null || code=1
  rm -f "$program"
  return $code
}

# Whether the content of the package is installed, from any source. Asks no package manager, so it also works
# on other systems.
has_package() {
  local program
  case $1 in
    fonts-*) has_font "$1" ;;
    libboost-dev) has_header boost/graph/strong_components.hpp ;;
    libclang-rt-dev) has_sanitizers ;;
    libcli11-dev) has_header CLI/CLI.hpp ;;
    libfmt-dev) has_header fmt/core.h ;;
    libnauty2-dev) has_header nauty/nausparse.h ;;
    libgtest-dev) has_header gtest/gtest.h ;;
    libtbb-dev) has_header tbb/parallel_pipeline.h ;;
    libxxhash-dev) has_header xxhash.h ;;
    libzstd-dev) has_header zstd.h ;;
    pybind11-dev) has_header pybind11/pybind11.h ;;
    python3-dev) [[ -n $(compgen -G '/usr/include/python3*/Python.h') ]] ;;
    python3-numpy) [[ -d /usr/lib/python3/dist-packages/numpy ]] ;;
    nlohmann-json3-dev) has_header nlohmann/json.hpp ;;
    openssh-sftp-server) [[ -x /usr/lib/openssh/sftp-server ]] ;;
    *)
      [[ -n ${programs_of[$1]-} ]] || return 1
      for program in ${programs_of[$1]}; do
        # several names; one is enough
        command -v ${program//|/ } >/dev/null 2>&1 || return 1
      done
      ;;
  esac
}

missing_packages() {
  local package
  for package in "$@"; do
    if ! has_package "$package"; then echo "${package/build-tool/ninja-build}"; fi
  done
}

# cannot_install WHY PACKAGE...
cannot_install() {
  {
    echo "Cannot install what is missing: $1."
    echo "Needed (names of Debian packages):"
    echo "  ${*:2}"
    echo "As root, on Debian 12 or Ubuntu 24.04 or later (Debian 13 calls libnauty2-dev libnauty-dev):"
    echo "  apt-get update && apt-get install ${*:2}"
    echo "Then run this again."
  } >&2
  exit 2
}

# need_packages LOG PACKAGE...: installs the missing packages, or names them and exits with 2.
# Uses apt-get only if something is missing.
need_packages() {
  local log=$1
  shift
  local missing
  mapfile -t missing < <(missing_packages "$@")
  if ((${#missing[@]} == 0)); then
    echo "  All packages are there."
    return
  fi
  if ! has_command apt-get; then cannot_install "there is no apt-get" "${missing[@]}"; fi
  local as_root=()
  if (($(id -u) != 0)); then
    if ! has_command sudo; then
      cannot_install "you are not root, and there is no sudo" "${missing[@]}"
    fi
    as_root=(sudo)
  fi
  echo "  Installing with apt-get: ${missing[*]}"
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -y
    -o DPkg::Lock::Timeout=300)
  rm -f "$log"  # it may belong to another user
  # Ignore errors: one source of packages may fail while others have them. The installation tells.
  "${apt[@]}" update >"$log" 2>&1 || true
  if ! "${apt[@]}" install --no-install-recommends "${missing[@]/libnauty2-dev/$nauty}" >>"$log" 2>&1; then
    grep -E '^(E:|Err:|W:|sudo:)' "$log" | tail -n 4 >&2 || true
    cannot_install "apt-get failed, see $log" "${missing[@]}"
  fi
  mapfile -t missing < <(missing_packages "$@")
  if ((${#missing[@]} > 0)); then
    cannot_install "apt-get succeeded, but these are still not found" "${missing[@]}"
  fi
}

# want_packages LOG PACKAGE...: does the same for optional packages, but never fails.
want_packages() {
  if ! (need_packages "$@") 2>/dev/null; then
    echo "  Not installed: ${*:2}. Tests that need them are skipped (see $1)."
  fi
}

# Prints the number of build jobs: one per processor, but at most what memory holds at 1.6 GB per job, the
# size of the largest units.
build_jobs() {
  local jobs carried
  jobs=$(nproc)
  carried=$(awk '/^MemAvailable/ {print int($2 / 1600000)}' /proc/meminfo 2>/dev/null || true)
  if [[ -n $carried ]] && ((carried < jobs)); then jobs=$carried; fi
  echo $((jobs > 0 ? jobs : 1))
}

# Prints, for example, "95 s" or "3 min 5 s".
in_minutes() {
  if (($1 < 100)); then echo "$1 s"; else echo "$(($1 / 60)) min $(($1 % 60)) s"; fi
}

# Makes a folder for a build, or says why it cannot.
make_folder() {
  if ! mkdir -p "$1" || [[ ! -w $1 ]]; then
    echo "Cannot write into $1; was it made by another user? Remove it, and run this again." >&2
    exit 2
  fi
}

# configure FOLDER OPTION...: runs CMake, with Ninja if there is one. Configures afresh if another generator
# or another source tree made the folder.
#
# A unity build compiles many sources as one unit. It takes half the time, because each unit parses library
# headers and instantiates their templates anew.
configure() {
  local folder=$1
  shift
  local options=(-DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=24)
  if has_command ninja; then options+=(-G Ninja); fi
  cmake -S . -B "$folder" "${options[@]}" "$@" ||
    cmake --fresh -S . -B "$folder" "${options[@]}" "$@"
}

# configure_wasm FOLDER OPTION...: runs CMake with Emscripten, for the programs in WebAssembly
# (experiments/pages/wasm/). Exits with 2 if there is no Emscripten.
configure_wasm() {
  if ! has_command em++; then
    echo "There is no em++. On Debian: apt-get install --no-install-recommends emscripten" >&2
    exit 2
  fi
  export NODE_PATH=${NODE_PATH-/usr/share/nodejs}  # where Debian's Emscripten has its modules
  local toolchain
  toolchain=$(dirname "$(readlink -f "$(command -v em++)")")/cmake/Modules/Platform/Emscripten.cmake
  if [[ ! -e $toolchain ]]; then toolchain=/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake; fi
  local folder=$1
  shift
  make_folder "$folder"
  local options=(-DCMAKE_BUILD_TYPE=Release "-DCMAKE_TOOLCHAIN_FILE=$toolchain"
    -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=4)
  if has_command ninja; then options+=(-G Ninja); fi
  cmake -S experiments/pages/wasm -B "$folder" "${options[@]}" "$@"
}
