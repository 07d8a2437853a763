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
  # Without collecting garbage below 1 GB a file compiles 5 to 12 % sooner and takes 10 % more memory.
  $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-expand=1000;--param=ggc-min-heapsize=1000000>
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
  <algorithm> <array> <cmath> <cstdint> <functional> <map> <memory> <optional> <set> <span>
  <string> <string_view> <unordered_map> <utility> <variant> <vector>
  <fmt/format.h> <nlohmann/json.hpp> <tl/expected.hpp>)

# nscope_jumbo(target [file...])
# With NSCOPE_JUMBO the files of `target` are compiled eight at a time, so that headers and templates
# are read once for all. The dev preset compiles each file alone. Names in the unnamed namespaces
# of a target's files have to differ; the files named here have names of their own (fields of a
# record, limits of a document) that others have too, and are compiled alone.
function(nscope_jumbo target)
  if(NSCOPE_JUMBO)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
    if(ARGN)
      set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endif()
endfunction()

# nscope_library(NAME base SOURCES ... ALONE file ... LINK nscope::x ... PRIVATE_LINK pkg ...)
# Makes the static library nscope_<name> with the alias nscope::<name>. It shares the
# precompiled header of nscope_base, or has its own with the headers in PRECOMPILE.
# ALONE: those of its files that are never compiled together with others.
function(nscope_library)
  cmake_parse_arguments(arg "" "NAME" "SOURCES;ALONE;LINK;PRIVATE_LINK;PRECOMPILE" ${ARGN})
  add_library(nscope_${arg_NAME} STATIC ${arg_SOURCES})
  add_library(nscope::${arg_NAME} ALIAS nscope_${arg_NAME})
  target_link_libraries(nscope_${arg_NAME}
    PUBLIC ${arg_LINK}
    PRIVATE nscope_options ${arg_PRIVATE_LINK})
  target_include_directories(nscope_${arg_NAME} PUBLIC ${CMAKE_SOURCE_DIR})
  nscope_jumbo(nscope_${arg_NAME} ${arg_ALONE})
  if(arg_NAME STREQUAL "base" OR arg_PRECOMPILE)
    target_precompile_headers(nscope_${arg_NAME} PRIVATE ${NSCOPE_PRECOMPILED} ${arg_PRECOMPILE})
  else()
    target_precompile_headers(nscope_${arg_NAME} REUSE_FROM nscope_base)
  endif()
endfunction()
