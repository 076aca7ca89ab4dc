# Debian and Ubuntu packages, in one place. Read by scripts/setup.sh.
# shellcheck shell=sh disable=SC2034  # the variables are used where this file is read

# A Python to make the virtual environment with; only installed where no usable Python 3.11 or newer is found.
PYTHON_PACKAGES="python3 python3-venv"

# What the Qt libraries and their xcb, Wayland and offscreen plugins link against (`ldd` on them), fonts, and the
# OpenMP runtime of the embedded engine.
WINDOW_PACKAGES="
    fonts-dejavu-core fonts-noto-core fonts-noto-mono libdbus-1-3 libegl1 libfontconfig1 libfreetype6 libgl1
    libglib2.0-0 libgomp1 libgssapi-krb5-2 libwayland-client0 libwayland-cursor0 libwayland-egl1 libx11-6
    libx11-xcb1 libxcb-cursor0 libxcb-glx0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0
    libxcb-render-util0 libxcb-render0 libxcb-shape0 libxcb-shm0 libxcb-sync1 libxcb-xfixes0 libxcb-xkb1 libxcb1
    libxkbcommon-x11-0 libxkbcommon0
"

# What the tests need besides: an X display with a window manager, keys and clicks, the C compiler for the NVML
# stand-in, the Vulkan loader for the test server, and curl for the pieces to copy.
TEST_PACKAGES="curl gcc libc6-dev libvulkan1 openbox xauth xdotool xvfb"

# What the packages are built and checked with: ELF tools, the dependencies of libraries, menu entry and page for
# software centres, the compiler of the Windows installer.
PACKAGE_PACKAGES="appstream binutils desktop-file-utils dpkg-dev nsis xz-utils"
