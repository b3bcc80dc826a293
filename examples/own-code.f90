! A DEM code as small as it gets: spheres and fixed planes, Hertz's law with damping, a spring for
! friction, velocity Verlet.  `gfortran -O2 -o own-code own-code.f90`, and Trundle runs it:
!     trundle case oblique-impact -engine ./own-code -dialect
program own
  implicit none
  integer, parameter :: d = kind(1d0)
  character(256) :: line(4096) = '', word, file, part          ! the model: a path and its numbers in each line
  integer :: n, all, b, a, i, step, steps, every, material(64), status, lines = 0
  real(d), dimension(64) :: r = 0, m = 0, inertia = 0, soft, shear
  real(d), dimension(3, 64) :: x, v, w, f, t, normal          ! n spheres, then the planes, whose x is a point
  real(d) :: spring(3, 64, 64) = 0, dt
  call get_command_argument(1, word)
  call get_command_argument(2, file)
  if (word == 'can') print '(a)', '{"reads": "text", "parts": ["planes", "particles"], "particles": 32,', &
    '"numbers": ["mu_s", "mu_d", "xi"], "options": {"method": ["verlet"], "sliding": ["elongation"],', &
    '"increment": ["material"], "transport": ["frame"], "lever": ["radius"], "friction_cap": ["nonnegative"]}}'
  if (word == 'can') stop
  open (1, file=file)
  do while (lines == 0 .or. status == 0)
    lines = lines + 1
    read (1, '(a)', iostat=status) line(lines)
  end do
  n = nint(num('particles')); all = n + nint(num('planes'))
  dt = num('integrate.dt'); steps = nint(num('run.until')/dt); every = nint(num('run.record')/dt)
  do b = 1, all
    write (part, '(a, i0, ".")') trim(merge('particles.', 'planes.   ', b <= n)), merge(b, b - n, b <= n)
    material(b) = nint(num(trim(part)//'material'))
    write (word, '("materials.", i0, ".")') material(b)
    soft(b) = (1 - num(trim(word)//'poisson')**2)/num(trim(word)//'young')*(1 - num(trim(part)//'rigid'))
    shear(b) = soft(b)*2*(2 - num(trim(word)//'poisson'))/(1 - num(trim(word)//'poisson'))
    r(b) = num(trim(part)//'radius'); m(b) = num(trim(part)//'mass'); inertia(b) = num(trim(part)//'inertia')
    x(:, b) = vec(trim(part)//trim(merge('position', 'point   ', b <= n))); normal(:, b) = vec(trim(part)//'normal')
    v(:, b) = vec(trim(part)//'velocity'); w(:, b) = vec(trim(part)//'spin')
  end do
  print '(a)', 'time,particle,x,y,z,vx,vy,vz,wx,wy,wz'
  do step = 0, steps
    f = spread(vec('gravity'), 2, 64)*spread(m, 1, 3); t = 0
    do a = 1, n
      do b = a + 1, all
        call contact(a, b, spring(:, a, b))
      end do
    end do
    if (step > 0) call kick
    do i = 1, merge(n, 0, mod(step, every) == 0 .or. step == steps)
      print '(es25.17, ",", i0, 9(",", es25.17))', step*dt, i - 1, x(:, i), v(:, i), w(:, i)
    end do
    call kick
    x(:, :n) = x(:, :n) + v(:, :n)*dt
  end do
contains
  function vec(path) result(found)                             ! up to three numbers; 0 where there is none
    character(*), intent(in) :: path
    real(d) :: found(3)
    integer :: k, end, ios
    found = 0
    do k = 1, lines
      end = index(line(k), ' ')
      if (line(k)(:end - 1) == path) read (line(k)(end:), *, iostat=ios) found
    end do
  end function
  real(d) function num(path)
    character(*), intent(in) :: path
    real(d) :: found(3)
    found = vec(path); num = found(1)
  end function
  function cross(a, b)
    real(d), intent(in) :: a(3), b(3)
    real(d) :: cross(3)
    cross = cshift(a, 1)*cshift(b, 2) - cshift(a, 2)*cshift(b, 1)
  end function
  subroutine kick                                              ! half a step of the velocities
    v(:, :n) = v(:, :n) + f(:, :n)*dt/2/spread(m(:n), 1, 3); w(:, :n) = w(:, :n) + t(:, :n)*dt/2/spread(inertia(:n), 1, 3)
  end subroutine
  subroutine contact(a, b, s)                                  ! forces and torques of a sphere and its partner
    integer, intent(in) :: a, b
    real(d), intent(inout) :: s(3)
    real(d) :: e(3), u(3), overlap, area, kn, kt, push, most, load, ra, rb, mass
    character(64) :: pair
    ra = r(a); rb = r(b); e = x(:, b) - x(:, a)
    if (b > n) e = -normal(:, b)
    e = e/norm2(e); overlap = ra + rb - dot_product(x(:, b) - x(:, a), e)
    if (overlap <= 0) s = 0
    if (overlap <= 0) return
    write (pair, '("contacts.", i0, ".", i0, ".")') material(a), material(b)
    area = sqrt(merge(ra*rb/(ra + rb), ra, b <= n)*overlap); mass = merge(m(a)*m(b)/(m(a) + m(b)), m(a), b <= n)
    kn = 2*area/(soft(a) + soft(b)); kt = 8*area/(shear(a) + shear(b)); u = v(:, a) - v(:, b)
    push = 2/3d0*kn*overlap + 2*num(trim(pair)//'xi')*sqrt(kn*mass)*dot_product(u, e); most = max(push, 0d0)
    s = s + (u - dot_product(u, e)*e + cross(ra*w(:, a) + rb*w(:, b), e) + cross(e, s)*dot_product(w(:, a) + w(:, b), e)/2)*dt
    s = s - dot_product(s, e)*e; load = kt*norm2(s)
    if (load > num(trim(pair)//'mu_s')*most) s = s*num(trim(pair)//'mu_d')*most/load
    f(:, a) = f(:, a) - push*e - kt*s; t(:, a) = t(:, a) - ra*kt*cross(e, s)
    f(:, b) = f(:, b) + push*e + kt*s; t(:, b) = t(:, b) - rb*kt*cross(e, s)
  end subroutine
end program
