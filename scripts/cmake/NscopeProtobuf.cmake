# nscope_protobuf(NAME ntff_proto PROTOS importers/ntff/ntff.proto ...)
# Makes the static library nscope_<name> from .proto files (paths from the root
# of the repository, which is also how their headers are included). Generated
# code is compiled without our warnings and included as system headers.
function(nscope_protobuf)
  cmake_parse_arguments(arg "" "NAME" "PROTOS" ${ARGN})
  set(out ${CMAKE_BINARY_DIR}/generated)
  file(MAKE_DIRECTORY ${out})
  set(sources "")
  foreach(proto IN LISTS arg_PROTOS)
    string(REGEX REPLACE "\\.proto$" "" stem ${proto})
    add_custom_command(
      OUTPUT ${out}/${stem}.pb.cc ${out}/${stem}.pb.h
      COMMAND protobuf::protoc -I ${CMAKE_SOURCE_DIR} --cpp_out=${out} ${proto}
      DEPENDS ${CMAKE_SOURCE_DIR}/${proto}
      WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
      VERBATIM)
    list(APPEND sources ${out}/${stem}.pb.cc ${out}/${stem}.pb.h)
  endforeach()
  add_library(nscope_${arg_NAME} STATIC ${sources})
  target_include_directories(nscope_${arg_NAME} SYSTEM PUBLIC ${out})
  target_link_libraries(nscope_${arg_NAME} PUBLIC protobuf::libprotobuf-lite)
  set_target_properties(nscope_${arg_NAME} PROPERTIES AUTOMOC OFF)
endfunction()
