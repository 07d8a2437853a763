# Run by CPack before it packs the archive: copies the libraries and Qt plugins that the programs
# need into it and makes the programs find them there, wherever the archive is unpacked. Only the
# C library is the machine's own. Also copies the licences of what it brought.
set(root "${CPACK_TEMPORARY_INSTALL_DIRECTORY}")
set(plugins_of_qt
  platforms/libqxcb.so platforms/libqoffscreen.so platforms/libqminimal.so
  platforms/libqwayland-generic.so wayland-shell-integration/libxdg-shell.so
  wayland-decoration-client/libbradient.so
  platforminputcontexts/libcomposeplatforminputcontextplugin.so
  platforminputcontexts/libibusplatforminputcontextplugin.so
  iconengines/libqsvgicon.so imageformats/libqsvg.so)
set(languages de ja zh_CN)

include(${CMAKE_CURRENT_LIST_DIR}/copied_libraries.cmake)

file(GLOB programs ${root}/bin/*)
set(copied "")   # files of this machine
set(plugins "")  # files in the archive

if(EXISTS ${root}/bin/neuronscope)
  find_program(QTPATHS NAMES qtpaths6 PATHS /usr/lib/qt6/bin)
  if(NOT QTPATHS)
    message(FATAL_ERROR "The archive needs qtpaths6 (scripts/setup)")
  endif()
  run(qt_plugins ${QTPATHS} --query QT_INSTALL_PLUGINS)
  run(qt_translations ${QTPATHS} --query QT_INSTALL_TRANSLATIONS)
  foreach(plugin IN LISTS plugins_of_qt)
    if(EXISTS ${qt_plugins}/${plugin})
      get_filename_component(folder ${plugin} DIRECTORY)
      file(COPY ${qt_plugins}/${plugin} DESTINATION ${root}/lib/qt6/plugins/${folder})
      list(APPEND copied ${qt_plugins}/${plugin})
      list(APPEND plugins ${root}/lib/qt6/plugins/${plugin})
    else()
      message(STATUS "The archive omits a Qt plugin that is not installed: ${plugin}")
    endif()
  endforeach()
  foreach(language IN LISTS languages)
    if(EXISTS ${qt_translations}/qtbase_${language}.qm)
      file(COPY ${qt_translations}/qtbase_${language}.qm DESTINATION ${root}/share/qt6/translations)
    endif()
  endforeach()
  file(WRITE ${root}/bin/qt.conf
    "[Paths]\nPrefix = ..\nPlugins = lib/qt6/plugins\nTranslations = share/qt6/translations\n")
endif()

copy_libraries(${root}/lib libraries EXECUTABLES ${programs} LIBRARIES ${copied})
list(APPEND copied ${libraries})
foreach(plugin IN LISTS plugins)
  run(ignored ${PATCHELF} --force-rpath --set-rpath $ORIGIN/../../.. ${plugin})
endforeach()
foreach(program IN LISTS programs)
  run(ignored ${PATCHELF} --force-rpath --set-rpath $ORIGIN/../lib ${program})
endforeach()

# profiler/duckdb looks for it here.
set(licences ${root}/share/doc/neuronscope/third-party)
if(CPACK_NSCOPE_DUCKDB)
  file(COPY ${CPACK_NSCOPE_DUCKDB} DESTINATION ${root}/lib/nscope)
  run(ignored ${PATCHELF} --force-rpath --set-rpath $ORIGIN/.. ${root}/lib/nscope/libduckdb.so)
  get_filename_component(folder ${CPACK_NSCOPE_DUCKDB} DIRECTORY)
  if(EXISTS ${folder}/libduckdb.LICENSE)
    file(COPY ${folder}/libduckdb.LICENSE DESTINATION ${licences})
  endif()
else()
  message(STATUS "DuckDB's library is not on this machine, so the archive cannot read Parquet")
endif()

copy_licences(${licences} ${copied})
