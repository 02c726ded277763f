import { readFile, writeFile } from 'node:fs/promises';
import type { Client } from '@wakeline/client/client';
import { NamedError } from '@wakeline/contract/errors';

const VOUCHER_YUAN = 5_000;
/** With less, the voucher is replaced: more than any gift of the demo costs. */
const MIN_BALANCE_YUAN = 100;
const LIFETIME_MS = 30 * 86_400_000;

interface DemoMatch {
  readonly matchId: number;
  /** Of the public page. */
  readonly code: string;
}

/**
 * The voucher of the spectators. The server returns its code only once, so it is kept in a file: a restarted demo uses the same
 * voucher.
 */
export class SpectatorVoucher {
  readonly #path: string | null;
  #code: string | null = null;

  /** @param path of the file; null: the voucher is for this run only */
  constructor(path: string | null) {
    this.#path = path;
  }

  /** The code of a voucher of the match that can be used: the one before, or a new one. @throws NamedError as the client */
  async open(client: Client, match: DemoMatch, signal: AbortSignal): Promise<string> {
    this.#code ??= await this.#read();
    if (this.#code !== null && (await isUsable(client, match, this.#code, signal))) return this.#code;
    const { vouchers } = await client.call(
      'createVouchers',
      {
        ...{ matchId: match.matchId, count: 1, amount: VOUCHER_YUAN, label: 'Demo' },
        expireTime: Date.now() + LIFETIME_MS,
      },
      { signal },
    );
    const code = vouchers[0]?.code ?? '';
    this.#code = code;
    if (this.#path !== null) await writeFile(this.#path, `${code}\n`, { mode: 0o600 });
    return code;
  }

  async #read(): Promise<string | null> {
    if (this.#path === null) return null;
    try {
      return (await readFile(this.#path, 'utf8')).trim() || null;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }
}

const UNUSABLE: ReadonlySet<string> = new Set(['voucher-unknown', 'voucher-expired', 'voucher-revoked']);

async function isUsable(
  client: Client,
  { code }: DemoMatch,
  voucherCode: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const { balance } = await client.call('redeemVoucher', { code, voucherCode }, { signal });
    return balance >= MIN_BALANCE_YUAN;
  } catch (error) {
    if (error instanceof NamedError && UNUSABLE.has(error.errorName)) return false;
    throw error;
  }
}
