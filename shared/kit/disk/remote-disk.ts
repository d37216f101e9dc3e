import { statfs } from 'node:fs/promises';

/** Numbers (statfs(2)) of Linux file systems whose contents can change without the kernel knowing. */
const REMOTE_TYPES = new Set([
  0x6969, // NFS
  0x517b, // SMB
  0xff534d42, // CIFS
  0xfe534d42, // SMB 2
  0x01021997, // 9P: Windows folders under WSL, and shares of virtual machines
  0x65735546, // FUSE: sshfs, rclone, virtiofs
  0x786f4256, // VirtualBox shared folders
  0x00c36400, // Ceph
  0x5346414f, // AFS
]);

/** True if changes made elsewhere cause no events here. */
export async function isRemoteDisk(root: string): Promise<boolean> {
  if (process.platform === 'win32') return root.startsWith('\\\\');
  if (process.platform !== 'linux') return false;
  return statfs(root).then(
    (stats) => REMOTE_TYPES.has(stats.type >>> 0),
    () => false,
  );
}

/**
 * Whether calls of a vault's disk may be made synchronously: not on remote disks, nor on Windows with its virus
 * scanners.
 */
export async function canBeQuick(root: string): Promise<boolean> {
  return process.platform !== 'win32' && !(await isRemoteDisk(root));
}
