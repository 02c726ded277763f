import type { FenceForm, RouteForm } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { SHAPES } from '@wakeline/contract/shapes';
import type { FenceShape } from '@wakeline/domain/fences/fence-shape';
import { readTraccarArea, type TraccarArea } from '@wakeline/formats/traccar/read-area';
import type { Tx } from '../../db/database.ts';
import { toFenceArea } from '../../features/map-objects/exchange/import-area.ts';
import { notifyObjectsChanged } from '../../features/map-objects/object-changes.ts';
import { insertRoutes } from '../../features/map-objects/routes.queries.ts';
import { insertFences } from '../../fences/fences.ts';
import { recordOperator } from '../record.ts';
import { type ImportContext, refusalOf } from './import-context.ts';
import { parseFields } from './map-position.ts';
import type { Note } from './report.ts';
import type { TraccarGeofence } from './source.ts';
import { nameOf, textOf } from './texts.ts';

const DEFAULT_COLOR = '#1c7ed6';
/** The same as for fences from files. */
const CROSSING_DEFAULTS = { holdSeconds: 10, holdMetres: 30 };

/** Imports geofences: circles and polygons as fences, lines as routes. */
export async function importGeofences(
  context: ImportContext,
  geofences: readonly TraccarGeofence[],
): Promise<void> {
  for (const geofence of geofences) await importGeofence(context, geofence);
}

async function importGeofence(context: ImportContext, geofence: TraccarGeofence): Promise<void> {
  const { identities, report, step } = context;
  const row = { kind: 'geofence' as const, id: geofence.id, name: geofence.name, became: null };
  const identity = identities.find('geofence', geofence.id);
  if (identity !== undefined) {
    const notes: Note[] = identity.exists ? [] : [{ reason: 'deleted-here' }];
    report.add({ ...row, outcome: identity.exists ? 'existing' : 'refused', notes });
    return;
  }
  const area = readTraccarArea(geofence.area);
  if (area === null) {
    const detail = textOf(geofence.area, LIMITS.name, 'area', []);
    report.add({ ...row, outcome: 'refused', notes: [{ reason: 'area-wrong', detail }] });
    return;
  }
  const notes: Note[] = [];
  try {
    const form = formOf(context, geofence, area, notes);
    await step((tx) => store(tx, context, geofence.id, form));
    report.add({ ...row, outcome: 'imported', became: nameIn(form), notes });
  } catch (error) {
    if (!(error instanceof NamedError)) throw error;
    report.add({ ...row, outcome: 'refused', notes: [{ reason: refusalOf(error) }] });
  }
}

type Form = FenceForm | RouteForm;

function nameIn(form: Form): string {
  return 'fenceName' in form ? form.fenceName : form.routeName;
}

/** @throws NamedError if the area cannot be one of a fence */
function formOf(context: ImportContext, geofence: TraccarGeofence, area: TraccarArea, notes: Note[]): Form {
  const name = nameOf(geofence.name, geofence.id, notes);
  const common = {
    ...appearanceOf(geofence, notes),
    note: textOf(geofence.description, LIMITS.note, 'description', notes),
  };
  const [firstGroup = null, ...otherGroups] = geofence.groupIds;
  const groupId = otherGroups.length === 0 ? context.identities.targetOf('group', firstGroup) : null;
  if (geofence.deviceIds.length > 0) notes.push({ reason: 'single-devices' });
  if (area.type === 'line') {
    notes.push({ reason: 'line-is-route' });
    if (area.vertices.length > LIMITS.routePoints) throw new NamedError('fence-too-large');
    const dataPoints = area.vertices.map(([lng, lat]): [number, number] => [lng, lat]);
    return {
      ...common,
      ...{ routeName: name, type: 'drive', origin: 'imported', weight: 4 },
      ...{ groupId, points: [], start: '', end: '', dataPoints },
    };
  }
  if (geofence.hasCalendar) notes.push({ reason: 'calendar' });
  // In Traccar, a geofence without links creates no events.
  if (groupId === null) notes.push({ reason: 'fence-silent' });
  const { pointCount: _, ...shape } = toFenceArea(shapeOf(area), null);
  const notice = groupId === null ? 'NONE' : 'BOTH';
  return { ...common, ...shape, fenceName: name, groupId, notice, ...CROSSING_DEFAULTS };
}

function shapeOf(area: Exclude<TraccarArea, { type: 'line' }>): FenceShape {
  return area.type === 'circle'
    ? { type: 'CIRCULAR', center: area.center, radius: area.radius }
    : { type: 'POLYGON', rings: area.rings };
}

/** Colour and display from the attributes. */
function appearanceOf({ attributes }: TraccarGeofence, notes: Note[]): Pick<FenceForm, 'color' | 'display'> {
  const fields = attributes === null || attributes.trim() === '' ? {} : parseFields(attributes);
  if (fields === null) notes.push({ reason: 'attributes-malformed' });
  const { color, hide } = fields ?? {};
  const isColor = typeof color === 'string' && SHAPES.color.isValid(color);
  if (color !== undefined && color !== null && !isColor) notes.push({ reason: 'color-wrong' });
  return { color: isColor ? color : DEFAULT_COLOR, display: hide === true ? 'HIDE' : 'SHOW' };
}

async function store(tx: Tx, context: ImportContext, id: number, form: Form): Promise<void> {
  const { accountId, identities, now } = context;
  const isFence = 'fenceName' in form;
  const [targetId] = isFence
    ? await insertFences(tx, accountId, [form], now)
    : await insertRoutes(tx, accountId, [form], now);
  if (targetId === undefined) throw new Error('the inserted object has no id');
  const name = nameIn(form);
  const after = isFence ? { fence: name } : { route: name };
  await recordOperator(tx, { accountId, now, command: 'import-traccar', target: name, after });
  await notifyObjectsChanged(tx, accountId, isFence ? 'fences' : 'routes');
  await identities.add(tx, 'geofence', id, { type: isFence ? 'fence' : 'route', id: targetId });
}
