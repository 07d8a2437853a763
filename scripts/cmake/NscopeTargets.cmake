# One function per kind of target, so that a library's CMakeLists says only
# what it is made of and what it may link.

add_library(nscope_options INTERFACE)
target_include_directories(nscope_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(nscope_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Wcast-qual
  -Woverloaded-virtual -Wimplicit-fallthrough
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>  # g++ 12: false alarms on std::string (GCC bug 105651)
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

# nscope_library(NAME base SOURCES ... LINK nscope::x ... PRIVATE_LINK pkg ...)
# Makes the static library nscope_<name> with the alias nscope::<name>.
function(nscope_library)
  cmake_parse_arguments(arg "" "NAME" "SOURCES;LINK;PRIVATE_LINK" ${ARGN})
  add_library(nscope_${arg_NAME} STATIC ${arg_SOURCES})
  add_library(nscope::${arg_NAME} ALIAS nscope_${arg_NAME})
  target_link_libraries(nscope_${arg_NAME}
    PUBLIC ${arg_LINK}
    PRIVATE nscope_options ${arg_PRIVATE_LINK})
  target_include_directories(nscope_${arg_NAME} PUBLIC ${CMAKE_SOURCE_DIR})
endfunction()
