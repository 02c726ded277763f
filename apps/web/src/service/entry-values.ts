/** What an address may bring besides the link code: a third party's signature, and a device to open. */
const PARAMETER_NAMES = ['userName', 'timestamp', 'sign', 'sim'] as const;

/** Signature of a third party, as the address had it. */
export interface Signature {
  readonly userName: string;
  readonly timestamp: string;
  readonly sign: string;
}

/** Keeps these values of an address for this tab. */
export function storeEntryValues(search: string): void {
  const query = new URLSearchParams(search);
  for (const name of PARAMETER_NAMES) {
    const value = query.get(name);
    if (value) sessionStorage.setItem(name, value);
  }
}

/** The kept signature, if all of it came. */
export function readSignature(): Signature | null {
  const [userName, timestamp, sign] = (['userName', 'timestamp', 'sign'] as const).map((name) =>
    sessionStorage.getItem(name),
  );
  return userName && timestamp && sign ? { userName, timestamp, sign } : null;
}

export function clearSignature(): void {
  for (const name of ['userName', 'timestamp', 'sign']) sessionStorage.removeItem(name);
}

/** Takes the kept card number or IMEI of the device to open, if there is one: it is asked for once. */
export function takeSim(): string | null {
  const sim = sessionStorage.getItem('sim');
  sessionStorage.removeItem('sim');
  return sim;
}
