import type { Language } from '@wakeline/contract/entities/user-config';
import { ICON_NAMES, type IconName } from '@wakeline/domain/devices/device-icon';

/** Names of the built-in icons in sheets: the ones that the console displays. */
export const ICON_TEXTS: Readonly<Record<Language, Readonly<Record<IconName, string>>>> = {
  zh_CN: {
    person: '人员',
    runner: '跑步',
    walker: '步行',
    bicycle: '自行车',
    motorcycle: '摩托车',
    car: '轿车',
    truck: '卡车',
    bus: '客车',
    sailboat: '帆船',
    motorboat: '快艇',
    ship: '船舶',
    aircraft: '轻型飞机',
    airliner: '客机',
    helicopter: '直升机',
    glider: '滑翔机',
    drone: '无人机',
    animal: '动物',
    container: '集装箱',
    beacon: '信标',
    generic: '通用',
  },
  en_US: {
    person: 'Person',
    runner: 'Runner',
    walker: 'Walker',
    bicycle: 'Bicycle',
    motorcycle: 'Motorcycle',
    car: 'Car',
    truck: 'Truck',
    bus: 'Bus',
    sailboat: 'Sailboat',
    motorboat: 'Motorboat',
    ship: 'Ship',
    aircraft: 'Light aircraft',
    airliner: 'Airliner',
    helicopter: 'Helicopter',
    glider: 'Glider',
    drone: 'Drone',
    animal: 'Animal',
    container: 'Container',
    beacon: 'Beacon',
    generic: 'Generic',
  },
};

const ICON_BY_TEXT: ReadonlyMap<string, IconName> = new Map(
  ICON_NAMES.flatMap((icon) =>
    [icon, ICON_TEXTS.zh_CN[icon], ICON_TEXTS.en_US[icon]].map((text) => [text.toLowerCase(), icon] as const),
  ),
);

/** The built-in icon with this name in any language; null: none. */
export function findIcon(text: string): IconName | null {
  return ICON_BY_TEXT.get(text.toLowerCase()) ?? null;
}
