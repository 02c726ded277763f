const SECRET_NAMES: ReadonlySet<string> = new Set([
  'key',
  'apikey',
  'accesskey',
  'pass',
  'password',
  'passwd',
  'pwd',
  'passphrase',
  'pin',
  'secret',
  'token',
  'accesstoken',
  'auth',
  'authcode',
  'authorization',
]);

/** Whether a parameter of this name contains a password, key or token. Case and separators do not matter. */
export function isSecretName(name: string): boolean {
  return SECRET_NAMES.has(name.toLowerCase().replaceAll(/[^a-z]/g, ''));
}
