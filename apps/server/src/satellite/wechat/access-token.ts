import { ExternalServiceError, fetchExternalJson } from '../../places/fetch-external-json.ts';
import type { WechatAccount } from './account.ts';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 65_536;
/** Before its end a token is replaced, milliseconds. */
const MARGIN_MS = 5 * 60_000;

/** `errcode` and `errmsg` of a response of WeChat; code 0: success. */
export interface WechatResponse {
  readonly code: number;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** @throws ExternalServiceError */
export async function callWechat(
  { apiUrl }: Pick<WechatAccount, 'apiUrl'>,
  path: string,
  body: object,
): Promise<WechatResponse> {
  const { status, json } = await fetchExternalJson(
    'WeChat service',
    `${apiUrl}${path}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
    { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, signal: new AbortController().signal },
  );
  const fields = Object(json) as Record<string, unknown>;
  const { errcode, errmsg } = fields;
  if (status >= 300) throw new ExternalServiceError(`the WeChat service returned status ${status}`);
  return {
    code: typeof errcode === 'number' ? errcode : 0,
    message: typeof errmsg === 'string' ? errmsg : '',
    fields,
  };
}

/** WeChat gave no token. */
export class AccessTokenError extends Error {
  override readonly name = 'AccessTokenError';
  readonly code: number;

  constructor({ code, message }: WechatResponse) {
    super(`${code} ${message}`);
    this.code = code;
  }
}

export interface AccessTokens {
  /**
   * The current token, requested once for all callers that wait for it.
   *
   * @param refused token that WeChat has refused; null: none
   * @throws AccessTokenError, ExternalServiceError
   */
  get(refused: string | null): Promise<string>;
}

/**
 * Keeps the access token of an account. `stable_token` returns the same token to all servers until its end, so that they do
 * not invalidate each other's.
 */
export function createAccessTokens(account: WechatAccount, now: () => number): AccessTokens {
  let current: { readonly token: string; readonly until: number } | null = null;
  let pending: Promise<string> | null = null;

  async function request(isForced: boolean): Promise<string> {
    const response = await callWechat(account, '/cgi-bin/stable_token', {
      grant_type: 'client_credential',
      appid: account.appId,
      secret: account.appSecret,
      force_refresh: isForced,
    });
    const { access_token: token, expires_in: seconds } = response.fields;
    if (response.code !== 0 || typeof token !== 'string' || typeof seconds !== 'number')
      throw new AccessTokenError(response);
    current = { token, until: now() + seconds * 1_000 - MARGIN_MS };
    return token;
  }

  async function replace(refused: string | null): Promise<string> {
    const token = await request(false);
    // WeChat limits forced replacements to 20 a day.
    return token === refused ? request(true) : token;
  }

  return {
    get(refused) {
      if (current !== null && current.token !== refused && now() < current.until)
        return Promise.resolve(current.token);
      pending ??= replace(refused).finally(() => {
        pending = null;
      });
      return pending;
    },
  };
}
