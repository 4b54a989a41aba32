/** The machines that there is a filter for, as Node calls them. */
export const filteredArchitectures = ['x64', 'arm64'] as const;

export type FilteredArchitecture = (typeof filteredArchitectures)[number];

/** The numbers of one system call. Some old ones are on x86_64 only. */
type Numbers = Readonly<Partial<Record<FilteredArchitecture, number>>>;

const both = (number: number): Numbers => ({ x64: number, arm64: number });
const each = (x64: number, arm64: number): Numbers => ({ x64, arm64 });
const old = (x64: number): Numbers => ({ x64 });

/** The system calls that the rules name. From 424 on both machines have the same numbers. */
export const systemCallNumbers = {
  acct: each(163, 89),
  add_key: each(248, 217),
  bpf: each(321, 280),
  chmod: old(90),
  chroot: each(161, 51),
  clone: each(56, 220),
  clone3: both(435),
  creat: old(85),
  delete_module: each(176, 106),
  fanotify_init: each(300, 262),
  fchmod: each(91, 52),
  fchmodat: each(268, 53),
  fchmodat2: both(452),
  finit_module: each(313, 273),
  fsconfig: both(431),
  fsmount: both(432),
  fsopen: both(430),
  fspick: both(433),
  init_module: each(175, 105),
  io_uring_enter: both(426),
  io_uring_register: both(427),
  io_uring_setup: both(425),
  ioctl: each(16, 29),
  ioperm: old(173),
  iopl: old(172),
  kcmp: each(312, 272),
  kexec_file_load: each(320, 294),
  kexec_load: each(246, 104),
  keyctl: each(250, 219),
  lookup_dcookie: each(212, 18),
  mknod: old(133),
  mknodat: each(259, 33),
  modify_ldt: old(154),
  mount: each(165, 40),
  mount_setattr: both(442),
  move_mount: both(429),
  nfsservctl: each(180, 42),
  open: old(2),
  open_by_handle_at: each(304, 265),
  open_tree: both(428),
  open_tree_attr: both(467),
  openat: each(257, 56),
  openat2: both(437),
  perf_event_open: each(298, 241),
  personality: each(135, 92),
  pidfd_getfd: both(438),
  pivot_root: each(155, 41),
  process_madvise: both(440),
  process_vm_readv: each(310, 270),
  process_vm_writev: each(311, 271),
  ptrace: each(101, 117),
  quotactl: each(179, 60),
  quotactl_fd: both(443),
  reboot: each(169, 142),
  request_key: each(249, 218),
  setns: each(308, 268),
  socket: each(41, 198),
  socketpair: each(53, 199),
  swapoff: each(168, 225),
  swapon: each(167, 224),
  syslog: each(103, 116),
  umount2: each(166, 39),
  unshare: each(272, 97),
  userfaultfd: each(323, 282),
  vhangup: each(153, 58),
} as const satisfies Readonly<Record<string, Numbers>>;

export type SystemCallName = keyof typeof systemCallNumbers;

/** The newest call that was looked at: `file_setattr` of Linux 6.17. */
export const newestSystemCall = 469;

export function systemCallNumber(
  name: SystemCallName,
  architecture: FilteredArchitecture,
): number | undefined {
  const numbers: Numbers = systemCallNumbers[name];
  return numbers[architecture];
}
