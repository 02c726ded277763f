/** What a template can have filled in when it is inserted into a message. */
export interface PlaceholderValues {
  /** Tail number. */
  readonly tail: string | null;
  readonly flight: string | null;
  readonly destination: string | null;
  readonly alternate: string | null;
  /** UTC. */
  readonly time: string | null;
}

/** Names between braces, in both languages. */
const NAMES: Readonly<Record<keyof PlaceholderValues, readonly string[]>> = {
  tail: ['机尾号', 'tail'],
  flight: ['航班号', 'flight'],
  destination: ['目的地', 'destination'],
  alternate: ['备降场', 'alternate'],
  time: ['时间', 'time'],
};

const PLACEHOLDER = /\{([^{}]{1,24})\}/g;

/** Replaces the placeholders whose value is known. The others stay visible, so that the sender replaces them. */
export function fillPlaceholders(text: string, values: PlaceholderValues): string {
  return text.replace(PLACEHOLDER, (placeholder, name: string) => {
    const key = (Object.keys(NAMES) as (keyof PlaceholderValues)[]).find((one) =>
      NAMES[one].includes(name.trim().toLowerCase()),
    );
    return (key === undefined ? null : values[key]) ?? placeholder;
  });
}

/** The placeholders that a text still has, each once, with their braces. */
export function findPlaceholders(text: string): readonly string[] {
  return [...new Set(text.match(PLACEHOLDER) ?? [])];
}

/** A time as aviation writes it: hour, minute and Z (ICAO Doc 8400). */
export function utcText(time: number): string {
  return `${new Date(time).toISOString().slice(11, 16).replace(':', '')}Z`;
}
