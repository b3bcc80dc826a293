! A DEM code as small as it gets: spheres and fixed planes, Hertz's law with damping, a spring for
! friction, velocity Verlet.  `gfortran -O2 -o own-code own-code.f90`, and Trundle runs it:
!     trundle case oblique-impact -engine ./own-code -dialect
program own
  implicit none
  integer, parameter :: d = kind(1d0); logical :: told, touches ! contacts, at the times of the rows
  character(256) :: line(4096) = '', word, file, p = ''        ! the model: a path and its numbers in each line
  integer :: n, all, a, b, step, steps, every, lines, status, material(64)
  real(d), dimension(64) :: r, m, inertia, soft, shear         ! n spheres, then the planes, whose x is a point
  real(d), dimension(3, 64) :: x, v, w, f, t, normal
  real(d) :: spring(3, 64, 64) = 0, g(3), s(3), e(3), u(3), dt, half, ra, rb, overlap, area, mass, kn, kt, push, most
  call get_command_argument(1, word); call get_command_argument(2, file)
  if (word == 'can') print '(a)', '{"reads": "text", "parts": ["planes", "particles"], "particles": 32,', &
    '"numbers": ["mu_s", "xi"], "options": {"method": ["verlet"], "sliding": ["elongation"],', &
    '"increment": ["material"], "transport": ["frame"], "lever": ["radius"], "friction_cap": ["nonnegative"]}}'
  if (word == 'can') stop
  open (1, file=file); read (1, '(a)', iostat=status) line; lines = count(line /= '')
  n = nint(num('particles')); all = n + nint(num('planes')); g = vec('gravity'); dt = num('integrate.dt')
  steps = nint(num('run.until')/dt); every = nint(num('run.record')/dt); touches = num('run.forces') > 0
  do b = 1, all
    write (p, '(a, i0, ".")') trim(merge('particles.', 'planes.   ', b <= n)), merge(b, b - n, b <= n)
    r(b) = num('radius'); m(b) = num('mass'); inertia(b) = num('inertia'); normal(:, b) = vec('normal')
    x(:, b) = vec(merge('position', 'point   ', b <= n)); v(:, b) = vec('velocity'); w(:, b) = vec('spin')
    soft(b) = 1 - num('rigid'); material(b) = nint(num('material')); write (p, '("materials.", i0, ".")') material(b)
    shear(b) = soft(b)*2*(2 - num('poisson'))*(1 + num('poisson'))/num('young')
    soft(b) = soft(b)*(1 - num('poisson')**2)/num('young')
  end do
  print '(a)', 'time,particle,x,y,z,vx,vy,vz,wx,wy,wz'; open (2, status='scratch')
  do step = 0, steps
    f = spread(g, 2, 64)*spread(m, 1, 3); t = 0; half = merge(0d0, dt/2, step == 0); told = mod(step, every) == 0 .or. step == steps
    do a = 1, n
      do b = a + 1, all                                        ! forces and torques of a sphere and its partner
        s = spring(:, a, b); spring(:, a, b) = 0; ra = r(a); rb = r(b); e = merge(x(:, b) - x(:, a), -normal(:, b), b <= n)
        e = e/norm2(e); overlap = ra + rb - dot_product(x(:, b) - x(:, a), e); if (overlap <= 0) cycle
        write (p, '("contacts.", i0, ".", i0, ".")') material(a), material(b)
        area = sqrt(merge(ra*rb/(ra + rb), ra, b <= n)*overlap); mass = merge(m(a)*m(b)/(m(a) + m(b)), m(a), b <= n)
        kn = 2*area/(soft(a) + soft(b)); kt = 8*area/(shear(a) + shear(b)); u = v(:, a) - v(:, b)
        push = 2/3d0*kn*overlap + 2*num('xi')*sqrt(kn*mass)*dot_product(u, e); most = max(push, 0d0)
        u = u - dot_product(u, e)*e + cross(ra*w(:, a) + rb*w(:, b), e) + cross(e, s)*dot_product(w(:, a) + w(:, b), e)/2
        s = s + u*dt; s = s - dot_product(s, e)*e; s = s*min(1d0, num('mu_s')*most/max(kt*norm2(s), tiny(kt)))
        spring(:, a, b) = s; u = push*e + kt*s; f(:, a) = f(:, a) - u; f(:, b) = f(:, b) + u
        if (told .and. touches) write (2, '(es24.16, 2(",", i0), 8(",", es24.16))') &
          step*dt, a - 1, merge(b - 1, n - b, b <= n), overlap, push, e, -kt*s
        u = kt*cross(e, s); t(:, a) = t(:, a) - ra*u; t(:, b) = t(:, b) - rb*u
      end do
      f(:, a) = f(:, a)/m(a); t(:, a) = t(:, a)/inertia(a)     ! all its partners are through
      if (told) print '(es25.17, ",", i0, 9(",", es25.17))', step*dt, a - 1, x(:, a), v(:, a) + half*f(:, a), w(:, a) + half*t(:, a)
      v(:, a) = v(:, a) + (half + dt/2)*f(:, a); w(:, a) = w(:, a) + (half + dt/2)*t(:, a); x(:, a) = x(:, a) + v(:, a)*dt
    end do
  end do
  rewind (2); if (touches) print '(a)', 'time,i,j,overlap,normal,nx,ny,nz,tx,ty,tz'
  do; read (2, '(a)', iostat=status) p; if (status /= 0) exit; print '(a)', trim(p); end do
contains
  function vec(name)                                           ! up to three numbers; 0 where there is none
    character(*) :: name; real(d) :: vec(3); integer :: k
    vec = 0; k = findloc(index(line(:lines), trim(p)//trim(name)//' '), 1, 1)
    if (k > 0) read (line(k)(index(line(k), ' '):), *, iostat=status) vec
  end function
  real(d) function num(name); character(*) :: name; num = sum([1, 0, 0]*vec(name)); end function
  function cross(a, b)
    real(d) :: a(3), b(3), cross(3); cross = cshift(a, 1)*cshift(b, 2) - cshift(a, 2)*cshift(b, 1); end function
end program
