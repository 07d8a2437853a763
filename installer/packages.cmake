# CPack: the Debian packages neuronscope-cli and neuronscope, and an archive that brings its
# libraries along and runs from any folder. scripts/package builds all of them.
set(CPACK_PACKAGE_NAME neuronscope)
set(CPACK_PACKAGE_VENDOR "Neuronscope developers")
set(CPACK_PACKAGE_CONTACT "Neuronscope developers <neuronscope@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_GENERATOR DEB TZST)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL cli licence)
if(NSCOPE_GUI)
  list(APPEND CPACK_COMPONENTS_ALL desktop)
endif()
if(NSCOPE_PYTHON)
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()
# What differs between the kinds of packages.
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_SOURCE_DIR}/package_kinds.cmake)

set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)

set(CPACK_DEBIAN_CLI_PACKAGE_NAME neuronscope-cli)
# PDF reports are written with these fonts, the second for Japanese and Chinese.
set(CPACK_DEBIAN_CLI_PACKAGE_RECOMMENDS "fonts-noto-core, fonts-noto-cjk")
set(CPACK_DEBIAN_CLI_PACKAGE_SUGGESTS neuronscope)
set(CPACK_DEBIAN_CLI_DESCRIPTION "profiler and cost planner for AWS Trainium (command line)
nscope opens captures of AWS Neuron devices and traces of other tools,
computes where the time went, predicts workloads before they run,
compares runs, gates changes in continuous integration and says what a token
costs.
.
It needs no AWS software and no account. Parquet files need DuckDB's
library, which Debian does not have; /usr/share/neuronscope/setup-duckdb
installs it.")

set(CPACK_DEBIAN_DESKTOP_PACKAGE_NAME neuronscope)
# Text needs some font; the others are those that the application is drawn for.
set(CPACK_DEBIAN_DESKTOP_PACKAGE_DEPENDS
  "neuronscope-cli (= ${PROJECT_VERSION}), fonts-dejavu-core | fonts-noto-core | fonts-freefont-ttf")
set(CPACK_DEBIAN_DESKTOP_PACKAGE_RECOMMENDS
  "fonts-inter, fonts-jetbrains-mono, qt6-translations-l10n, qt6-wayland")
# With it, GNOME's own file dialog is used instead of Qt's.
set(CPACK_DEBIAN_DESKTOP_PACKAGE_SUGGESTS qt6-gtk-platformtheme)
set(CPACK_DEBIAN_DESKTOP_DESCRIPTION "profiler and cost planner for AWS Trainium (desktop application)
Neuronscope shows captures of AWS Neuron devices and traces of other tools
on a timeline, explains where the time went, simulates workloads, follows
running machines, compares runs, and plans costs, fleets and migrations.
.
It needs no AWS software and no account.")

# A module of CPython works only with the version that it was compiled for.
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-neuronscope)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= 3.11), python3 (<< 3.12)")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "python3-pandas")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "neuronscope-cli, python3-matplotlib, jupyter-notebook")
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA
  "${CMAKE_CURRENT_SOURCE_DIR}/python/postinst;${CMAKE_CURRENT_SOURCE_DIR}/python/prerm")
set(CPACK_DEBIAN_PYTHON_DESCRIPTION "profiler and cost planner for AWS Trainium (Python package)
The package neuronscope opens captures of AWS Neuron devices and traces of
other tools, queries them with SQL, predicts workloads, and computes costs,
fleets and migrations. Its tables are read by NumPy, pandas and Arrow
without a copy.
.
It needs no AWS software and no account.")

set(CPACK_ARCHIVE_THREADS 0)
set(CPACK_THREADS 0)
find_file(NSCOPE_DUCKDB_LIBRARY libduckdb.so
  PATHS /usr/local/lib/nscope /usr/lib/nscope NO_DEFAULT_PATH
  DOC "DuckDB's library for the archive; without it the archive cannot read Parquet")
mark_as_advanced(NSCOPE_DUCKDB_LIBRARY)
set(CPACK_NSCOPE_DUCKDB "${NSCOPE_DUCKDB_LIBRARY}")
set(CPACK_NSCOPE_BUNDLE ${CMAKE_CURRENT_SOURCE_DIR}/linux/bundle_libraries.cmake)
set(CPACK_NSCOPE_PROCESSOR ${CMAKE_SYSTEM_PROCESSOR})

include(CPack)
