import type { Language } from '../support/console.ts';

/** A picture of the documentation. */
export interface Shot {
  /** File name without `.png`. */
  readonly name: string;
  readonly language: Language;
  readonly scheme?: 'light' | 'dark';
  /** CSS pixels; a desktop by default. */
  readonly size?: { readonly width: number; readonly height: number };
  /** The captured screen. */
  readonly screen: Screen;
}

export type Screen =
  | { readonly kind: 'login' }
  /** The live map at a point. */
  | { readonly kind: 'live'; readonly camera: Camera }
  /** The live map around a device whose card is open, some zoom levels out. */
  | { readonly kind: 'device'; readonly name: string; readonly levels: number }
  /** The track of a device over the last hours, with the replay at a share of it. */
  | { readonly kind: 'replay'; readonly device: string; readonly hours: number; readonly share: number };

export interface Camera {
  readonly lng: number;
  readonly lat: number;
  readonly zoom: number;
}

export const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const WORLD: Camera = { lng: 112.5, lat: 28, zoom: 4.4 };
const GUILIN: Camera = { lng: 110.2975, lat: 25.2775, zoom: 14.1 };

export const SHOTS: readonly Shot[] = [
  { name: 'login.zh', language: 'zh_CN', screen: { kind: 'login' } },
  { name: 'login.en', language: 'en_US', screen: { kind: 'login' } },
  { name: 'live-world.zh', language: 'zh_CN', screen: { kind: 'live', camera: WORLD } },
  { name: 'live-world.en', language: 'en_US', screen: { kind: 'live', camera: WORLD } },
  { name: 'live-city.zh', language: 'zh_CN', screen: { kind: 'live', camera: GUILIN } },
  { name: 'live-city.en.dark', language: 'en_US', scheme: 'dark', screen: { kind: 'live', camera: GUILIN } },
  {
    name: 'live-harbour.en',
    language: 'en_US',
    screen: { kind: 'device', name: 'Pilot 2', levels: 6 },
  },
  {
    name: 'live-phone.zh',
    language: 'zh_CN',
    size: PHONE,
    screen: { kind: 'device', name: '海巡 0512', levels: 6 },
  },
  {
    name: 'replay.zh',
    language: 'zh_CN',
    screen: { kind: 'replay', device: 'Pilot 2', hours: 2, share: 0.7 },
  },
  {
    name: 'replay.en.dark',
    language: 'en_US',
    scheme: 'dark',
    screen: { kind: 'replay', device: 'B-9170', hours: 2, share: 0.45 },
  },
  {
    name: 'replay.en',
    language: 'en_US',
    screen: { kind: 'replay', device: 'Windrose', hours: 1, share: 0.6 },
  },
  {
    name: 'replay-phone.en',
    language: 'en_US',
    size: PHONE,
    screen: { kind: 'replay', device: 'B-8812', hours: 2, share: 0.5 },
  },
];
