# For people; the build itself is in CMakeLists.txt.
.PHONY: build
build:
	cmake --preset release
	cmake --build --preset release
