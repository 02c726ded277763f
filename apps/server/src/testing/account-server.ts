import { createClient } from '@wakeline/client/client';
import type { Language } from '@wakeline/contract/entities/user-config';
import { passwordDigest } from '../identity/password.ts';
import { type DevicePorts, devicePortVariables } from './free-ports.ts';

export interface Login {
  readonly account: string;
  readonly password: string;
}

export interface AccountServer {
  /** The data folder. */
  readonly data: string;
  /** Password of the first account's holder. */
  readonly login: Login;
  readonly devicePorts: DevicePorts;
  /** Any free port by default. */
  readonly port?: number;
}

/** Environment of a server with one account and no external base layers. */
export function accountServerVariables({
  data,
  login,
  devicePorts,
  port = 0,
}: AccountServer): Readonly<Record<string, string>> {
  return {
    WAKELINE_PORT: String(port),
    WAKELINE_DATA: data,
    WAKELINE_ACCOUNT: login.account,
    WAKELINE_PASSWORD: login.password,
    WAKELINE_BASE_LAYERS: 'none',
    ...devicePortVariables(devicePorts),
  };
}

/** Signs in again, optionally in a language; returns the session's token. */
export async function newSession(url: string, login: Login, lang?: Language): Promise<string> {
  // Anonymous: signing in ends the session of the call.
  const anonymousClient = createClient({ baseUrl: url, prefix: '/service', token: () => null });
  const pd = passwordDigest(login.password);
  const { accountMsg } = await anonymousClient.call('loginByCodeOrPd', {
    phone: login.account,
    pd,
    ...(lang && { lang }),
  });
  return accountMsg.token;
}
