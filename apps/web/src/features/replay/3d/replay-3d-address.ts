import { CAMERAS, type CameraMode } from '../../../map/3d/camera-mode.ts';
import type { CameraPose } from '../../../map/3d/camera-poses.ts';

/** Selectable vertical exaggerations. */
export const EXAGGERATIONS = [1, 2, 5, 10] as const;
export type Exaggeration = (typeof EXAGGERATIONS)[number];

/** Parameters of the address specific to 3D replays. */
export interface Replay3dView {
  readonly camera: CameraMode;
  readonly exaggeration: Exaggeration;
  /** Whether terrain is drawn, if the operator provides elevation tiles. */
  readonly relief: boolean;
  /** The camera pose after the user moved it; null: the default of the mode. */
  readonly pose: CameraPose | null;
}

/** The view of an address. Invalid values are ignored. */
export function parseReplay3dView(query: URLSearchParams): Replay3dView {
  return {
    camera: CAMERAS.find((name) => name === query.get('camera')) ?? 'around',
    exaggeration: EXAGGERATIONS.find((times) => String(times) === query.get('rise')) ?? 1,
    relief: query.get('ground') !== 'flat',
    pose: parsePose(query.get('look')),
  };
}

/** The query with a view in it; other parameters are kept. */
export function writeReplay3dView(
  query: URLSearchParams,
  { camera, exaggeration, relief, pose }: Replay3dView,
): URLSearchParams {
  const next = new URLSearchParams(query);
  const put = (name: string, value: string | null) =>
    value === null ? next.delete(name) : next.set(name, value);
  put('camera', camera === 'around' ? null : camera);
  put('rise', exaggeration === 1 ? null : String(exaggeration));
  put('ground', relief ? null : 'flat');
  put('look', pose === null ? null : formatPose(pose));
  return next;
}

function formatPose({ bearing, pitch, zoom, center }: CameraPose): string {
  const angles = [bearing.toFixed(1), pitch.toFixed(1), zoom.toFixed(2)];
  const centerValues =
    center === null ? [] : [center.lng.toFixed(6), center.lat.toFixed(6), center.height.toFixed(0)];
  return [...angles, ...centerValues].join(',');
}

/** Three numbers, or six with the centre. */
function parsePose(text: string | null): CameraPose | null {
  const values = (text ?? '').split(',').map((value) => (value === '' ? Number.NaN : Number(value)));
  if ((values.length !== 3 && values.length !== 6) || !values.every(Number.isFinite)) return null;
  const [bearing = 0, pitch = 0, zoom = 0, lng = 0, lat = 0, height = 0] = values;
  const isPoseValid = Math.abs(bearing) <= 360 && pitch >= 0 && pitch <= 85 && zoom >= 0 && zoom <= 24;
  const isCenterValid = Math.abs(lng) <= 180 && Math.abs(lat) <= 85 && Math.abs(height) <= 1_000_000;
  if (!isPoseValid || !isCenterValid) return null;
  return { bearing, pitch, zoom, center: values.length === 6 ? { lng, lat, height } : null };
}
