# One function per kind of target, so that a library's CMakeLists says only
# what it is made of and what it may link.

add_library(nscope_options INTERFACE)
target_include_directories(nscope_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(nscope_options INTERFACE
  -Wall -Wextra -Wpedantic
  # Compiled together, one file's unnamed namespace is an outer scope of the next, no file is the
  # main one, which alone may have members of types in it, and g++ 12 misjudges more variants.
  $<$<NOT:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wshadow>
  $<$<AND:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>,$<CXX_COMPILER_ID:GNU>>:-Wno-subobject-linkage;-Wno-maybe-uninitialized>
  -Wnon-virtual-dtor -Wold-style-cast -Wcast-qual
  -Woverloaded-virtual -Wimplicit-fallthrough
  # g++ 12: false alarms on std::string (GCC bugs 105651, 105329; clang and the sanitizers look)
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>
  # libstdc++ 12 calls its own deprecated get_temporary_buffer from stable_sort.
  $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>
  $<$<BOOL:${NSCOPE_WERROR}>:-Werror>)
if(NSCOPE_SANITIZE)
  add_compile_options(-fsanitize=${NSCOPE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${NSCOPE_SANITIZE})
endif()
if(NSCOPE_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)  # so that the fuzzer sees coverage in the libraries
endif()
find_program(NSCOPE_MOLD mold)
if(NSCOPE_MOLD)
  add_link_options(-fuse-ld=mold)
endif()

# What nearly every file includes, compiled once. It only saves time: a file still
# includes what it uses, and a build with CMAKE_DISABLE_PRECOMPILE_HEADERS works.
set(NSCOPE_PRECOMPILED
  <algorithm> <array> <cmath> <cstdint> <deque> <functional> <map> <memory> <optional> <set> <span>
  <string> <string_view> <unordered_map> <utility> <variant> <vector>
  <fmt/format.h> <nlohmann/json.hpp> <tl/expected.hpp>)

# nscope_jumbo(target files_at_a_time [file...])
# With NSCOPE_JUMBO the files of `target` are compiled several at a time, so that headers and templates
# are read once for all. The dev preset compiles each file alone. Names in the unnamed namespaces
# of a target's files have to differ; the files named here have names of their own (fields of a
# record, limits of a document) that others have too, and are compiled alone.
function(nscope_jumbo target files_at_a_time)
  if(NOT NSCOPE_JUMBO)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  set(count 0)
  set(heavy_count 0)
  foreach(source IN LISTS sources)
    get_filename_component(path ${source} ABSOLUTE)
    if(source IN_LIST ARGN OR NOT source MATCHES "\\.cpp$" OR NOT EXISTS ${path})
      continue()
    endif()
    file(STRINGS ${path} heavy REGEX "^#include <qcustomplot.h>$" LIMIT_COUNT 1)
    if(heavy)  # costs more than most files: read once for all that draw charts
      math(EXPR group "${heavy_count} / ${files_at_a_time}")
      math(EXPR heavy_count "${heavy_count} + 1")
      set(group charts_${group})
    else()
      math(EXPR group "${count} / ${files_at_a_time}")
      math(EXPR count "${count} + 1")
    endif()
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${target}_${group})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# nscope_optimise(target hot|cold|test)
# How the release preset optimises a target: "hot" is code that runs for every event of a capture and
# is worth -O3; "cold" is code whose speed users do not notice (forms, documents, reports, options),
# where -O1 compiles a quarter sooner; "test" is code of unit tests, where -O0 compiles in less than half
# the time of -O1, and the libraries that it calls stay optimised. All other code is compiled with -O2.
function(nscope_optimise target speed)
  if(speed STREQUAL "hot")
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O3>)
  elseif(speed STREQUAL "cold")
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  elseif(speed STREQUAL "test")
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O0>)
  else()
    message(FATAL_ERROR "nscope_optimise(${target} ${speed}): must be hot, cold or test")
  endif()
endfunction()

# nscope_library(NAME base SOURCES ... ALONE file ... LINK nscope::x ... PRIVATE_LINK pkg ...)
# Makes the static library nscope_<name> with the alias nscope::<name>. It shares a
# precompiled header with all libraries of the same optimisation, or has its own with the headers
# in PRECOMPILE.
# ALONE: those of its files that are never compiled together with others.
# OPTIMISE: see nscope_optimise().
function(nscope_library)
  cmake_parse_arguments(arg "" "NAME;OPTIMISE;FILES_AT_A_TIME"
    "SOURCES;ALONE;LINK;PRIVATE_LINK;PRECOMPILE" ${ARGN})
  add_library(nscope_${arg_NAME} STATIC ${arg_SOURCES})
  add_library(nscope::${arg_NAME} ALIAS nscope_${arg_NAME})
  target_link_libraries(nscope_${arg_NAME}
    PUBLIC ${arg_LINK}
    PRIVATE nscope_options ${arg_PRIVATE_LINK})
  target_include_directories(nscope_${arg_NAME} PUBLIC ${CMAKE_SOURCE_DIR})
  if(NOT arg_FILES_AT_A_TIME)
    set(arg_FILES_AT_A_TIME 12)
  endif()
  nscope_jumbo(nscope_${arg_NAME} ${arg_FILES_AT_A_TIME} ${arg_ALONE})
  if(arg_OPTIMISE)
    nscope_optimise(nscope_${arg_NAME} ${arg_OPTIMISE})
  endif()
  if(arg_NAME STREQUAL "base" OR arg_PRECOMPILE)
    target_precompile_headers(nscope_${arg_NAME} PRIVATE ${NSCOPE_PRECOMPILED} ${arg_PRECOMPILE})
  elseif(arg_OPTIMISE)
    target_precompile_headers(nscope_${arg_NAME} REUSE_FROM nscope_precompiled_${arg_OPTIMISE})
  else()
    target_precompile_headers(nscope_${arg_NAME} REUSE_FROM nscope_base)
  endif()
endfunction()

# nscope_precompiled(hot|cold)
# The precompiled header of the libraries that are optimised so: g++ takes one only with the same -O.
function(nscope_precompiled speed)
  set(source ${CMAKE_BINARY_DIR}/generated/precompiled_${speed}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "// Only its precompiled header is used.\n")
  add_library(nscope_precompiled_${speed} OBJECT ${source})
  target_link_libraries(nscope_precompiled_${speed} PRIVATE nscope_options nscope::base)
  nscope_optimise(nscope_precompiled_${speed} ${speed})
  target_precompile_headers(nscope_precompiled_${speed} PRIVATE ${NSCOPE_PRECOMPILED})
endfunction()
