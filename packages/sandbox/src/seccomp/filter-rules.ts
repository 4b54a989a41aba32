import type { SystemCallName } from './system-call-numbers.js';

/**
 * Whether an argument, of which a filter sees the number and never what it points to, is one of some
 * values, or none of them. Only its low 32 bits are compared: the kernel takes no more of these.
 */
export type Condition = {
  /** Counted from 0. */
  readonly argument: number;
  /** Only these bits are compared. */
  readonly mask?: number;
} & ({ readonly is: readonly number[] } | { readonly isNot: readonly number[] });

export interface FilterRule {
  readonly calls: readonly SystemCallName[];
  /** The error that the program gets. With `ENOSYS` it falls back to an older call. */
  readonly error: keyof typeof errorNumbers;
  /** Denied when all of these hold. Without any: always. */
  readonly when?: readonly Condition[];
}

export const errorNumbers = {
  EPERM: 1,
  ENOSYS: 38,
  EPROTONOSUPPORT: 93,
  EAFNOSUPPORT: 97,
} as const;

const family = { unix: 1, inet: 2, inet6: 10, netlink: 16 } as const;

/** Stream, datagram, raw and sequenced packets: the others bring kernel modules nobody uses. */
const SOCKET_TYPES = [1, 2, 3, 5];

/** Any, ICMP, TCP, UDP, ICMPv6, UDP-Lite, MPTCP. */
const INTERNET_PROTOCOLS = [0, 1, 6, 17, 58, 136, 262];

const SET_ID_BITS = 0o6000;

/** `O_CREAT`, and the bit of `O_TMPFILE` that is its own: without them the mode means nothing. */
const CREATING_FLAGS = 0o100 | 0o20000000;

/** Mounts, control groups, host names, IPC, users, processes, network. */
const NAMESPACE_FLAGS = 0x7e020000;

/** Only `unshare` takes it: for `clone` these bits are a signal. */
const TIME_NAMESPACE = 0x80;

/** `TIOCSTI` and `TIOCLINUX`: typing into a terminal as if the user did. */
const TYPING_REQUESTS = [0x5412, 0x541c];

/** Plain, the 32-bit and 2.6 names of the machine, no random addresses, and the question what it is. */
const PERSONALITIES = [0, 8, 0x20000, 0x20008, 0x40000, 0xffffffff];

const setsIdBits = (argument: number): Condition => ({ argument, mask: SET_ID_BITS, isNot: [0] });
const creates = (argument: number): Condition => ({ argument, mask: CREATING_FLAGS, isNot: [0] });

/**
 * What no command in a bubblewrap sandbox may ask the kernel for. Most of it needs rights that a
 * command doesn't have; the filter holds where a hole in the kernel, or its own namespace, would
 * give them.
 */
export const filterRules: readonly FilterRule[] = [
  // Keys of the session that Dragoman was started in: rings of keys know no namespaces of sessions.
  { calls: ['keyctl', 'add_key', 'request_key'], error: 'EPERM' },
  // A second way to make system calls, past this filter.
  { calls: ['io_uring_setup', 'io_uring_enter', 'io_uring_register'], error: 'ENOSYS' },
  // Into another process: the agent's, for example, whose output would be somebody else's.
  {
    calls: ['ptrace', 'pidfd_getfd', 'process_vm_readv', 'process_vm_writev'],
    error: 'EPERM',
  },
  { calls: ['process_madvise', 'kcmp'], error: 'EPERM' },
  // Parts of the kernel that its holes are found in.
  { calls: ['userfaultfd', 'bpf', 'perf_event_open', 'fanotify_init'], error: 'EPERM' },
  { calls: ['modify_ldt', 'ioperm', 'iopl'], error: 'EPERM' },
  // Other file systems, and other views of this one.
  { calls: ['mount', 'umount2', 'pivot_root', 'chroot', 'setns'], error: 'EPERM' },
  { calls: ['fsopen', 'fsconfig', 'fsmount', 'fspick'], error: 'EPERM' },
  { calls: ['move_mount', 'open_tree', 'open_tree_attr', 'mount_setattr'], error: 'EPERM' },
  { calls: ['open_by_handle_at'], error: 'EPERM' },
  // The machine itself.
  { calls: ['kexec_load', 'kexec_file_load', 'reboot', 'syslog'], error: 'EPERM' },
  { calls: ['init_module', 'finit_module', 'delete_module'], error: 'EPERM' },
  { calls: ['acct', 'swapon', 'swapoff', 'quotactl', 'quotactl_fd'], error: 'EPERM' },
  { calls: ['nfsservctl', 'lookup_dcookie', 'vhangup'], error: 'EPERM' },
  // Namespaces: in a new one a command would be root, with all that the kernel then lets it try.
  {
    calls: ['clone'],
    error: 'EPERM',
    when: [{ argument: 0, mask: NAMESPACE_FLAGS, isNot: [0] }],
  },
  {
    calls: ['unshare'],
    error: 'EPERM',
    when: [{ argument: 0, mask: NAMESPACE_FLAGS | TIME_NAMESPACE, isNot: [0] }],
  },
  // What these are asked is in memory, where a filter can't look. All who use them know the older way.
  { calls: ['clone3', 'openat2'], error: 'ENOSYS' },
  // Sockets: of this machine, of the internet, and the question which addresses there are.
  {
    calls: ['socket', 'socketpair'],
    error: 'EAFNOSUPPORT',
    when: [{ argument: 0, isNot: Object.values(family) }],
  },
  {
    calls: ['socket', 'socketpair'],
    error: 'EPROTONOSUPPORT',
    when: [{ argument: 1, mask: 0xf, isNot: SOCKET_TYPES }],
  },
  {
    calls: ['socket'],
    error: 'EPROTONOSUPPORT',
    when: [
      { argument: 0, is: [family.inet, family.inet6] },
      { argument: 2, isNot: INTERNET_PROTOCOLS },
    ],
  },
  {
    calls: ['socket'],
    error: 'EPROTONOSUPPORT',
    when: [
      { argument: 0, is: [family.netlink] },
      { argument: 2, isNot: [0] },
    ],
  },
  { calls: ['ioctl'], error: 'EPERM', when: [{ argument: 1, is: TYPING_REQUESTS }] },
  { calls: ['personality'], error: 'EPERM', when: [{ argument: 0, isNot: PERSONALITIES }] },
  // A program left in the workspace that gives its owner's rights to whoever runs it. The owner is
  // whoever runs Dragoman, also when that is root.
  { calls: ['chmod', 'fchmod'], error: 'EPERM', when: [setsIdBits(1)] },
  { calls: ['fchmodat', 'fchmodat2'], error: 'EPERM', when: [setsIdBits(2)] },
  { calls: ['creat', 'mknod'], error: 'EPERM', when: [setsIdBits(1)] },
  { calls: ['mknodat'], error: 'EPERM', when: [setsIdBits(2)] },
  { calls: ['open'], error: 'EPERM', when: [creates(1), setsIdBits(2)] },
  { calls: ['openat'], error: 'EPERM', when: [creates(2), setsIdBits(3)] },
];
