import type { ReportDraft } from './report-draft.ts';

/** A cell that a device receives; the first of several is the serving one. */
export interface ReceivedCell {
  /** Country, network, area and cell, joined by commas. */
  readonly cell: string;
  /** As sent: the scale differs by device. Null: not sent. */
  readonly signal: number | null;
}

/** A Wi-Fi access point that a device receives. */
export interface AccessPoint {
  /** Hexadecimal digits with or without separators. */
  readonly address: string;
  /** As sent, mostly dBm. Null: not sent. */
  readonly signal: number | null;
}

/** The first cell becomes `cell` and `cellSignal`, further ones `cells`, each with its signal. */
export function addCells({ attributes }: ReportDraft, cells: readonly ReceivedCell[]): void {
  const [serving, ...others] = cells;
  if (serving === undefined) return;
  attributes.cell = serving.cell;
  if (serving.signal !== null) attributes.cellSignal = serving.signal;
  if (others.length > 0) attributes.cells = others.map(withSignal).join(';');
}

function withSignal({ cell, signal }: ReceivedCell): string {
  return signal === null ? cell : `${cell},${signal}`;
}

/** Access points become `wifi`: address and signal, joined by semicolons. */
export function addAccessPoints({ attributes }: ReportDraft, accessPoints: readonly AccessPoint[]): void {
  if (accessPoints.length === 0) return;
  attributes.wifi = accessPoints
    .map(({ address, signal }) => {
      const digits = address.toLowerCase().replaceAll(/[^0-9a-f]/g, '');
      const formatted = digits.replaceAll(/(..)(?!$)/g, '$1:');
      return signal === null ? formatted : `${formatted},${signal}`;
    })
    .join(';');
}
