import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { ExportFormat } from '@wakeline/contract/map-objects/exchange';
import type { TrackFormat } from '@wakeline/contract/replay/tracks';
import type { ImportOutcome, Subjects, TaskKind } from '../../tasks/kinds.ts';

type Sentences = {
  readonly [Kind in TaskKind]: (subject: Subjects[Kind]) => Readonly<Record<Language, string>>;
};

const OBJECTS: Readonly<Record<MapObjectKind, Readonly<Record<Language, string>>>> = {
  fence: { zh_CN: '围栏', en_US: 'fences' },
  labelPoint: { zh_CN: '标注点', en_US: 'points' },
  route: { zh_CN: '路线', en_US: 'routes' },
};
const FORMATS: Readonly<Record<ExportFormat, string>> = { geojson: 'GeoJSON', kml: 'KML', gpx: 'GPX' };

const TRACK_FORMATS: Readonly<Record<TrackFormat, string>> = { ...FORMATS, csv: 'CSV', fit: 'FIT' };

const SENTENCES: Sentences = {
  eraseTrack: ({ trackerName }) => ({
    zh_CN: `删除轨迹：${trackerName}`,
    en_US: `Erase track: ${trackerName}`,
  }),
  exportAuditLog: () => ({ zh_CN: '导出操作日志', en_US: 'Export the audit log' }),
  exportMapObjects: ({ kind, format }) => ({
    zh_CN: `导出${OBJECTS[kind].zh_CN}（${FORMATS[format]}）`,
    en_US: `Export ${OBJECTS[kind].en_US} (${FORMATS[format]})`,
  }),
  exportTrack: ({ trackerIds: { length }, trackerName, format }) => ({
    zh_CN: `导出轨迹（${TRACK_FORMATS[format]}）：${length === 1 ? trackerName : `${length}台设备`}`,
    en_US: `Export tracks (${TRACK_FORMATS[format]}): ${length === 1 ? trackerName : `${length} devices`}`,
  }),
  importTrack: ({ trackerName, fileName, outcome }) => ({
    zh_CN: `导入轨迹：${trackerName}（${fileName}）${outcome === undefined ? '' : cameOf(outcome).zh_CN}`,
    en_US: `Import a track: ${trackerName} (${fileName})${outcome === undefined ? '' : cameOf(outcome).en_US}`,
  }),
};

/** What became of a file's rows, behind what the task is about. */
function cameOf({ stored, there, refused }: ImportOutcome): Readonly<Record<Language, string>> {
  return {
    zh_CN: `，存入${stored}行，已有${there}行，拒绝${refused}行`,
    en_US: `: ${stored} stored, ${there} already there, ${refused} refused`,
  };
}

/** What a task is about, in the reader's language. */
export function taskName<Kind extends TaskKind>(
  kind: Kind,
  subject: Subjects[Kind],
  language: Language,
): string {
  return SENTENCES[kind](subject)[language];
}
