import type { Language } from '@wakeline/contract/entities/user-config';
import { accessFor } from '@wakeline/contract/operation';
import type { Correction, TrackFormat } from '@wakeline/contract/replay/tracks';
import { exportTrack } from '@wakeline/contract/replay/tracks';
import type { TaskDefinition } from '../../../tasks/kinds.ts';

export interface ExportTrackSubject {
  /** Requester: the file contains what they can see when the task runs. */
  readonly userId: number;
  readonly trackerIds: readonly number[];
  /** Name of the tracker if there is only one; else empty. */
  readonly trackerName: string;
  /** Epoch milliseconds, both included. */
  readonly startTime: number;
  readonly endTime: number;
  readonly format: TrackFormat;
  readonly correction: Correction;
  /** File name as typed; if empty, it is derived from the devices and the day. */
  readonly name: string;
  readonly language: Language;
  readonly timeZone: string;
}

const FORMATS: Readonly<Record<TrackFormat, string>> = {
  geojson: 'GeoJSON',
  kml: 'KML',
  gpx: 'GPX',
  csv: 'CSV',
  fit: 'FIT',
};

export const exportTrackTask: TaskDefinition<ExportTrackSubject, 'exportTrack'> = {
  kind: 'exportTrack',
  name: ({ trackerIds: { length }, trackerName, format }) => ({
    zh_CN: `导出轨迹（${FORMATS[format]}）：${length === 1 ? trackerName : `${length}台设备`}`,
    en_US: `Export tracks (${FORMATS[format]}): ${length === 1 ? trackerName : `${length} devices`}`,
  }),
  cancellable: true,
  workload: 'large',
  limited: true,
  retryAccess: (subject) => accessFor(exportTrack.access, subject),
};
