import { tableOf } from '../table.ts';
import { REASONS } from './reasons.ts';
import { type ImportReport, type Note, type ReportRow, TRACCAR_KINDS, type TraccarKind } from './report.ts';

/** Lines of objects that the text lists; the JSON file has all. */
const MAX_LINES = 200;

const TITLES: Readonly<Record<TraccarKind, string>> = {
  group: 'groups',
  device: 'devices',
  user: 'users',
  geofence: 'geofences',
};

/** The report as lines of text: totals, then what was not imported as it was. */
export function reportLines(
  report: ImportReport,
  { dryRun }: { readonly dryRun: boolean },
): readonly string[] {
  return [
    ...tableOf(['', 'imported', 'existing', 'refused'], totalRows(report, dryRun)),
    ...section('Not imported, or not as it was:', objectLines(report)),
    ...section('Positions not imported, by device:', positionLines(report)),
    ...section(
      'Not imported because Wakeline has no such objects yet:',
      Object.entries(report.others).map(([kind, count]) => `  ${count} ${kind}`),
    ),
    ...section(
      'Logins without a usable password (npm run admin -- reset-password LOGIN):',
      loginLines(report),
    ),
  ];
}

function totalRows(report: ImportReport, dryRun: boolean): readonly (readonly string[])[] {
  const { read, stored, existing, refused, tooOld } = report.positionTotals;
  const objects = TRACCAR_KINDS.map((kind) => [
    TITLES[kind],
    ...(['imported', 'existing', 'refused'] as const).map((outcome) =>
      String(report.countRows(kind, outcome)),
    ),
  ]);
  // A dry run compares no positions with the stored ones.
  const positions = dryRun ? [`${read - refused} valid`, '-'] : [String(stored), String(existing)];
  return [...objects, ['positions', ...positions, String(refused + tooOld)]];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const rest = lines.length - MAX_LINES;
  const listed = rest > 0 ? [...lines.slice(0, MAX_LINES), `  and ${rest} more: see --report`] : lines;
  return ['', title, ...listed];
}

function objectLines({ rows }: ImportReport): readonly string[] {
  return rows.flatMap((row) => {
    const notes = row.notes.filter(({ reason }) => reason !== 'password-new');
    return notes.map((note) => `  ${row.kind} ${row.id} ${nameIn(row)}: ${row.outcome}: ${noteText(note)}`);
  });
}

function nameIn({ name }: ReportRow): string {
  return JSON.stringify(name.toWellFormed());
}

function noteText({ reason, detail }: Note): string {
  return detail === undefined ? REASONS[reason] : `${REASONS[reason]} (${detail})`;
}

function positionLines({ positions }: ImportReport): readonly string[] {
  return positions.flatMap(({ uniqueId, counts }) => {
    const refused = Object.entries(counts.refused).map(
      ([reason, { count, firstIds }]) =>
        `  ${uniqueId}: ${count} refused: ${REASONS[reason as keyof typeof REASONS]} (ids ${firstIds.join(', ')})`,
    );
    const incomplete = Object.entries(counts.incomplete).map(
      ([loss, { count, firstIds }]) =>
        `  ${uniqueId}: ${count} without some attributes: ${LOSSES[loss as keyof typeof LOSSES]} (ids ${firstIds.join(', ')})`,
    );
    const { tooOld } = counts;
    const old =
      tooOld === null || tooOld === 0 ? [] : [`  ${uniqueId}: ${tooOld} ${REASONS['time-too-old']}`];
    return [...refused, ...incomplete, ...old];
  });
}

const LOSSES = {
  'attributes-malformed': 'not a JSON object',
  'attribute-structure': 'lists, objects or too many values',
} as const;

function loginLines({ rows }: ImportReport): readonly string[] {
  return rows.flatMap(({ notes, became }) =>
    notes.some(({ reason }) => reason === 'password-new') && became !== null ? [`  ${became}`] : [],
  );
}
