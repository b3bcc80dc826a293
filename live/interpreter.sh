#!/bin/sh
# interpreter.sh SOURCES OBJECTS: Tcl without an operating system, and what the closed forms need of GSL, as
# WebAssembly objects.  Which files: those of Tcl's own Makefile but for the ones that need a system.
set -e
here=$(cd "$(dirname "$0")" && pwd)
tcl=$1/tcl gsl=$1/gsl out=$2
export OBJECTS="$out"
rm -rf "$out" && mkdir -p "$out/gsl"
ln -s $(cd "$gsl" && find "$PWD" -name 'gsl_*.h') "$out/gsl"
cat >"$out/config.h" <<'C'
#define GSL_COERCE_DBL(x) (x)
#define RETURN_IF_NULL(x) if (!x) { return; }
C
left='tclAssembly tclIOSock tclPipe tclLoad tclMain tclPkgConfig tclStubInit tclThreadAlloc tclZlib tclOOStubInit'
{
  awk '/^(GENERIC|OO|TOMMATH)_OBJS =/ { on = 1 }
    on { more = /\\$/; gsub(/\\|^[A-Z_]* =/, ""); for (i = 1; i <= NF; i++) print $i; on = more }' "$tcl/unix/Makefile.in" |
  while read -r f; do
    case " $left " in *" ${f%.o} "*) continue ;; esac
    ls "$tcl"/generic/"${f%.o}".c "$tcl"/libtommath/"${f%.o}".c 2>/dev/null || true
  done
  # What fits a swing.
  for f in blas/blas block/init cblas/dasum cblas/daxpy cblas/dcopy cblas/ddot cblas/dgemv cblas/dnrm2 \
    cblas/dscal cblas/dtrsv cblas/idamax cblas/xerbla cdf/fdist cdf/gauss cdf/gaussinv cdf/tdist cdf/tdistinv \
    linalg/condest linalg/householder linalg/qr linalg/qrpt matrix/copy matrix/init matrix/matrix matrix/rowcol \
    matrix/submatrix matrix/swap multifit_nlinear/convergence multifit_nlinear/covar multifit_nlinear/fdf \
    multifit_nlinear/fdfvv multifit_nlinear/fdjac multifit_nlinear/lm multifit_nlinear/qr \
    multifit_nlinear/scaling multifit_nlinear/trust permutation/init permutation/inline permutation/permutation \
    permutation/permute randist/tdist rng/inline rng/mt rng/rng sort/sortvec specfunc/erfc specfunc/gamma_inc \
    statistics/quantiles sys/pow_int vector/copy vector/init vector/minmax vector/oper vector/subvector \
    vector/swap vector/vector vector/view; do
    echo "$gsl/$f.c"
  done
  for f in ode-initval2/step ode-initval2/rk8pd ode-initval2/evolve ode-initval2/control ode-initval2/cstd err/error err/stream \
    specfunc/beta specfunc/gamma specfunc/log specfunc/exp specfunc/trig specfunc/psi specfunc/zeta specfunc/elementary sys/infnan; do
    echo "$gsl/$f.c"
  done
} | xargs -P 2 -I{} sh -c '"$@" -c "$0" -o "$OBJECTS/$(basename "$(dirname "$0")")-$(basename "$0" .c).o" || exit 255' {} \
  env clang --target=wasm32-wasi -std=gnu11 -O2 -w -D_WASI_EMULATED_SIGNAL -DMP_PREC=4 -DMP_FIXED_CUTOFFS -DMODULE_SCOPE=extern \
  -DHAVE_STDINT_H -DHAVE_INTTYPES_H -DHAVE_UNISTD_H -DHAVE_SYS_TIME_H '-DTCL_WIDE_INT_TYPE=long long' -DHAVE_IEEE_COMPARISONS \
  -I"$here" -I"$tcl/generic" -I"$tcl/libtommath" -I"$out" -I"$gsl" -I"$gsl/ode-initval2" -I"$gsl/specfunc"
