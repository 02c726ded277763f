import type { ExpressionSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import type { StyleImageMetadata } from 'maplibre-gl';
import { deviceMarkerStyle } from '../replay/device-marker-style.ts';
import { type MapFlavour, PALETTES } from '../style/palette.ts';
import { PIXEL_RATIO } from './canvas.ts';
import { type ClusterSize, drawCluster } from './cluster-image.ts';
import { drawEventMarker } from './event-marker-image.ts';
import { drawFlag, type FlagEnd } from './flag-image.ts';
import { iconOf } from './glyphs.ts';
import { drawLabelBox, LABEL_STRETCH } from './label-image.ts';
import { drawBlank, drawBody, drawFallback, drawGlyph, drawPicture } from './marker-image.ts';
import { NOTICE_MARKERS } from './notice-markers.ts';
import { drawMarkerNose, drawNumberedMarker } from './numbered-marker-image.ts';
import type { PointIcon } from './point-glyphs.ts';
import { drawPoint, drawPointImage } from './point-image.ts';
import { STAY_MARKERS, type StayStatus, toStayStatus } from './stay-markers.ts';
import { drawTarget } from './target-image.ts';
import { drawTraffic, type TrafficIcon } from './traffic-image.ts';

/**
 * The content of a map image. Features carry it as JSON without the flavour; the style prepends the flavour
 * (`imageExpression`). So a change of flavour does not change the features.
 */
export type ImageSubject =
  | readonly ['body', TrackerStatus, hasNose: boolean]
  | readonly ['glyph', icon: string, TrackerStatus]
  | readonly ['blank']
  | readonly ['picture', url: string, TrackerStatus]
  | readonly ['cluster', ClusterSize, segments: readonly number[]]
  | readonly ['flag', FlagEnd]
  | readonly ['point', PointIcon, color: string]
  | readonly ['point-picture', url: string, color: string]
  | readonly ['stay', StayStatus]
  | readonly ['notice', NoticeType]
  | readonly ['device-marker', number: number, hollow: boolean]
  | readonly ['device-nose', number: number]
  | readonly ['traffic', TrafficIcon]
  | readonly ['target']
  | readonly ['label'];

export function writeImageSubject(subject: ImageSubject): string {
  return JSON.stringify(subject);
}

/** The image expression for a flavour, from an expression of its subject. */
export function imageExpression(
  flavour: MapFlavour,
  subject: string | ExpressionSpecification,
): ExpressionSpecification {
  return ['concat', `${flavour} `, subject];
}

/** Draws an image by its name in the style. An image that cannot be loaded is replaced by the generic icon. */
export async function drawImage(
  name: string,
): Promise<{ data: ImageData; options: Partial<StyleImageMetadata> }> {
  const space = name.indexOf(' ');
  const palette = PALETTES[name.slice(0, space) === 'dark' ? 'dark' : 'light'];
  const subject = JSON.parse(name.slice(space + 1)) as ImageSubject;
  const options = { pixelRatio: PIXEL_RATIO };
  switch (subject[0]) {
    case 'body':
      return { data: drawBody(subject[1], subject[2], palette), options };
    case 'blank':
      return { data: drawBlank(), options };
    case 'glyph':
      return { data: drawGlyph(iconOf(subject[1]), subject[2], palette), options };
    case 'picture': {
      const [, url, status] = subject;
      const generic = () => drawFallback(status, palette);
      return { data: await drawPicture(url, status, palette).catch(generic), options };
    }
    case 'cluster':
      return { data: drawCluster(subject[1], subject[2], palette), options };
    case 'traffic':
      return { data: drawTraffic(subject[1], palette), options };
    case 'target':
      return { data: drawTarget(palette), options };
    case 'flag':
      return { data: drawFlag(subject[1], palette), options };
    case 'point':
      return { data: drawPoint(subject[1], subject[2], palette), options };
    case 'point-picture': {
      const [, url, color] = subject;
      const drawn = () => drawPoint('flag', color, palette);
      return { data: await drawPointImage(url, color, palette).catch(drawn), options };
    }
    case 'stay':
      return { data: drawEventMarker(STAY_MARKERS[toStayStatus(subject[1])], palette), options };
    case 'notice':
      return { data: drawEventMarker(NOTICE_MARKERS[subject[1]], palette), options };
    case 'device-marker':
      return { data: drawNumberedMarker(deviceMarkerStyle(subject[1]), subject[2], palette), options };
    case 'device-nose':
      return { data: drawMarkerNose(deviceMarkerStyle(subject[1]).colour, palette), options };
    case 'label':
      return { data: drawLabelBox(palette), options: { ...options, ...LABEL_STRETCH } };
  }
}
