import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { ExportFormat } from '@wakeline/contract/map-objects/exchange';
import { exportMapObjects } from '@wakeline/contract/map-objects/exchange';
import type { TaskDefinition } from '../../../tasks/kinds.ts';

export interface ExportMapObjectsSubject {
  /** Requester: the file contains what they can see when the task runs. */
  readonly userId: number;
  readonly kind: MapObjectKind;
  /** Ids of the selected objects; null means all. */
  readonly ids: readonly number[] | null;
  readonly format: ExportFormat;
  /** File name as typed; if empty, it is derived from the kind and the day. */
  readonly name: string;
  readonly language: Language;
  readonly timeZone: string;
}

const OBJECTS: Readonly<Record<MapObjectKind, Readonly<Record<Language, string>>>> = {
  fence: { zh_CN: '围栏', en_US: 'fences' },
  labelPoint: { zh_CN: '标注点', en_US: 'labelled points' },
  route: { zh_CN: '路线', en_US: 'routes' },
};
const FORMATS: Readonly<Record<ExportFormat, string>> = { geojson: 'GeoJSON', kml: 'KML', gpx: 'GPX' };

export const exportMapObjectsTask: TaskDefinition<ExportMapObjectsSubject, 'exportMapObjects'> = {
  kind: 'exportMapObjects',
  name: ({ kind, format }) => ({
    zh_CN: `导出${OBJECTS[kind].zh_CN}（${FORMATS[format]}）`,
    en_US: `Export ${OBJECTS[kind].en_US} (${FORMATS[format]})`,
  }),
  cancellable: true,
  workload: 'small',
  limited: true,
  retryAccess: () => exportMapObjects.access,
};
