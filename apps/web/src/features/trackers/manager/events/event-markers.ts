import type { DeviceEvent } from '@wakeline/contract/trackers/events';
import {
  EVENT_GLYPHS,
  EVENT_MARKER_BODIES,
  type EventMarkerShape,
} from '../../../../map/icons/event-marker-shape.ts';
import { NOTICE_MARKERS } from '../../../../map/icons/notice-markers.ts';
import { STAY_MARKERS } from '../../../../map/icons/stay-markers.ts';

const ONLINE: EventMarkerShape = {
  body: EVENT_MARKER_BODIES.plate,
  colour: NOTICE_MARKERS.SAFE.colour,
  glyph: EVENT_GLYPHS.signal,
};

/** The marker of an event, the same as that of its notice or stay on a track. */
export function eventMarker({ kind, msgType }: Pick<DeviceEvent, 'kind' | 'msgType'>): EventMarkerShape {
  switch (kind) {
    case 'fence-entered':
      return NOTICE_MARKERS.IN;
    case 'fence-exited':
      return NOTICE_MARKERS.OUT;
    case 'alarm':
    case 'rule':
    case 'task':
      return NOTICE_MARKERS[msgType ?? 'SOS'];
    case 'sos-cleared':
      return NOTICE_MARKERS.SAFE;
    case 'take-off':
    case 'touch-and-go':
    case 'movement-started':
      return NOTICE_MARKERS.RUNNING;
    case 'landing':
    case 'movement-stopped':
      return NOTICE_MARKERS.STOP;
    case 'ignition-on':
      return STAY_MARKERS[3];
    case 'ignition-off':
      return STAY_MARKERS[2];
    case 'offline':
      return NOTICE_MARKERS.OFFLINE;
    case 'online':
      return ONLINE;
    case 'battery-low':
      return NOTICE_MARKERS.LOWPOWER;
  }
}
