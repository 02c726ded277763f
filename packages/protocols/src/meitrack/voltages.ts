import type { ReportDraft } from '../report-draft.ts';

/**
 * Volts per unit of the converter, by model (as in Traccar; the reference voltage of the converter is 3 or 3.3 V, with
 * 10 or 12 bits, after a divider by 2 for the battery and by 16 for the external voltage).
 */
interface Scale {
  readonly battery: number;
  /** Null: the model has no external voltage. */
  readonly external: number | null;
}

const TEN_BITS: Scale = { battery: (3 * 2) / 1024, external: (3 * 16) / 1024 };
const TWELVE_BITS: Scale = { battery: (3.3 * 2) / 4096, external: (3.3 * 16) / 4096 };
const HUNDREDTHS: Scale = { battery: 0.01, external: 0.01 };

const SCALES: ReadonlyMap<string, Scale> = new Map([
  ['MVT340', TEN_BITS],
  ['MVT380', TEN_BITS],
  ['MT90', { ...TWELVE_BITS, external: null }],
  ...['T1', 'T3', 'MVT100', 'MVT600', 'MVT800', 'TC68', 'TC68S'].map((name) => [name, TWELVE_BITS] as const),
  ...['T311', 'T322X', 'T333', 'T355', 'T366', 'T366G', 'T366L'].map((name) => [name, HUNDREDTHS] as const),
]);

/**
 * Sets the voltages of battery and external power from inputs 4 and 5 of the converter. Their unit depends on the
 * model: without a known one, the values are stored as sent.
 */
export function setVoltages(
  draft: ReportDraft,
  model: string,
  battery: number,
  external: number | null,
): void {
  const { attributes } = draft;
  const scale = SCALES.get(model.toUpperCase().replace(/[^A-Z0-9]/g, ''));
  if (scale === undefined) attributes.analog4 = battery;
  else attributes.batteryVoltage = toVolts(battery * scale.battery);
  if (external === null) return;
  if (scale?.external == null) attributes.analog5 = external;
  else attributes.externalVoltage = toVolts(external * scale.external);
}

function toVolts(value: number): number {
  return Math.round(value * 100) / 100;
}
