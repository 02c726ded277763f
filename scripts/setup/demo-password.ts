import { createHash, randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Letters and digits that cannot be confused when typed from a screen. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 31^12, about 59 bits: the longest password that the console accepts. */
const LENGTH = 12;
const FILE = 'demo-password';
/** The fixed demo password of earlier versions. It is public, so it must not stay in use. */
const KNOWN_PASSWORD = 'demo123';

export interface DemoPassword {
  readonly password: string;
  /** The file with the password. */
  readonly path: string;
  /** Whether this call generated it, at the first start of the demo in this folder. */
  readonly isNew: boolean;
  /** Whether the data folder is older than its password: its demo account can still have the public one. */
  readonly replacesKnown: boolean;
}

/** Returns the password of the demo account of this data folder. The first call generates it; only the owner can read the file. */
export function loadDemoPassword(dataDir: string): DemoPassword {
  const path = join(dataDir, FILE);
  const olderFolder = existsSync(dataDir) && !existsSync(path);
  makeFolder(dataDir);
  const letters = Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
  let isNew = true;
  try {
    writeFileSync(path, `${letters.join('')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    isNew = false;
  }
  return { password: readFileSync(path, 'utf8').trim(), path, isNew, replacesKnown: olderFolder };
}

/** Not `recursive`, which retries forever in /proc: that returns ENOENT although the parent folder exists. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  if (!existsSync(dirname(path))) makeFolder(dirname(path));
  mkdirSync(path);
}

interface Service {
  readonly url: string;
  readonly prefix: string;
  readonly account: string;
}

/** Sets the new password for the demo account of an earlier version. An account with another password is unchanged. */
export async function replaceKnownPassword(
  service: Service,
  { password, path }: Pick<DemoPassword, 'password' | 'path'>,
): Promise<void> {
  const oldPD = md5(KNOWN_PASSWORD);
  const signedIn = await call(service, 'loginByCodeOrPd', { phone: service.account, pd: oldPD });
  const token = signedIn.result?.accountMsg?.token;
  if (token === undefined) return;
  const { result_code } = await call(service, 'changePassword', { oldPD, newPD: md5(password) }, token);
  if (result_code === '000') return;
  // Without the file, the next start retries.
  rmSync(path);
  throw new Error(`the demo account still has the password of an earlier version (${result_code})`);
}

interface ServiceResponse {
  readonly result_code?: string;
  readonly result?: { readonly accountMsg?: { readonly token: string } };
}

async function call(
  { url, prefix }: Service,
  operation: string,
  fields: Readonly<Record<string, string>>,
  token?: string,
): Promise<ServiceResponse> {
  const response = await fetch(`${url}${prefix}/${operation}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  return (await response.json()) as ServiceResponse;
}

/** The digest that the service accepts instead of a password. */
function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
