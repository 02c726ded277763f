import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { ExportFormat } from '@wakeline/contract/exchange';
import type { Subjects, TaskKind } from '../../tasks/kinds.ts';

type Sentences = {
  readonly [Kind in TaskKind]: (subject: Subjects[Kind]) => Readonly<Record<Language, string>>;
};

const OBJECTS: Readonly<Record<MapObjectKind, Readonly<Record<Language, string>>>> = {
  fence: { zh_CN: '围栏', en_US: 'fences' },
  labelPoint: { zh_CN: '标注点', en_US: 'points' },
  route: { zh_CN: '路线', en_US: 'routes' },
};
const FORMATS: Readonly<Record<ExportFormat, string>> = { geojson: 'GeoJSON', kml: 'KML', gpx: 'GPX' };

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
};

/** What a task is about, in the reader's language. */
export function taskName<Kind extends TaskKind>(
  kind: Kind,
  subject: Subjects[Kind],
  language: Language,
): string {
  return SENTENCES[kind](subject)[language];
}
