/** Parameters whose values are secrets. */
const SECRETS: ReadonlySet<string> = new Set(['password']);

export function isSecretParameter(name: string): boolean {
  return SECRETS.has(name);
}

/** Whether one of the values is a secret, which the bytes of the instruction then contain. */
export function hasSecrets(parameters: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(parameters).some(isSecretParameter);
}
