/** Query parameters of an entry address besides the link code: a third party's signature, and a device to open. */
const PARAMETER_NAMES = ['userName', 'timestamp', 'sign', 'sim'] as const;

/** Signature of a third party from the address. */
export interface Signature {
  readonly userName: string;
  readonly timestamp: string;
  readonly sign: string;
}

/** Stores these query parameters for this tab. */
export function storeEntryValues(search: string): void {
  const query = new URLSearchParams(search);
  for (const name of PARAMETER_NAMES) {
    const value = query.get(name);
    if (value) sessionStorage.setItem(name, value);
  }
}

/** The stored signature, if it is complete. */
export function readSignature(): Signature | null {
  const [userName, timestamp, sign] = (['userName', 'timestamp', 'sign'] as const).map((name) =>
    sessionStorage.getItem(name),
  );
  return userName && timestamp && sign ? { userName, timestamp, sign } : null;
}

export function clearSignature(): void {
  for (const name of ['userName', 'timestamp', 'sign']) sessionStorage.removeItem(name);
}

/** Returns and deletes the stored card number or IMEI of the device to open, if there is one. */
export function takeSim(): string | null {
  const sim = sessionStorage.getItem('sim');
  sessionStorage.removeItem('sim');
  return sim;
}
