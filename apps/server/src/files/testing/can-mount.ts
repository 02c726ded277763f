import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';

/** Whether a process can have a file system of its own (`unshare` of util-linux), so that tests can fill it. */
export function canMount(): boolean {
  try {
    execFileSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
