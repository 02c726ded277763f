import type { PlaneForm } from '@wakeline/contract/aviation/planes';
import { AIRFIELD } from '../scenes/airfield.ts';

interface DemoPlane extends Pick<PlaneForm, 'tailNumber' | 'kind' | 'model' | 'layout' | 'icon' | 'note'> {
  /** Device on board, by name; null: none. */
  readonly device: string | null;
  readonly hexAddress: string | null;
  readonly group: string | null;
  readonly thresholds?: PlaneForm['thresholds'];
}

const student = (tailNumber: string, hexAddress: string): DemoPlane => ({
  tailNumber,
  hexAddress,
  kind: 'light',
  model: 'C172',
  layout: '4 座',
  icon: 'aircraft',
  note: '教练机 Training',
  device: tailNumber,
  group: AIRFIELD,
});

/** Aircraft of the airfield; addresses are within the block of China (ICAO Annex 10, volume III, chapter 9). */
export const PLANES: readonly DemoPlane[] = [
  student('B-10KA', '780a01'),
  student('B-10KB', '780a02'),
  student('B-10KC', '780a03'),
  {
    ...student('B-8812', '780b12'),
    model: 'DA40',
    note: '转场训练 Cross-country',
  },
  {
    tailNumber: 'B-7785',
    hexAddress: '780c85',
    kind: 'helicopter',
    model: 'AW119',
    layout: '1 担架 + 2 座',
    icon: 'helicopter',
    note: '应急救援值班，夜航需双人机组 On call for rescue',
    device: '救援直升机 Rescue',
    group: AIRFIELD,
  },
  {
    tailNumber: 'B-0936',
    hexAddress: null,
    kind: 'glider',
    model: 'ASK 21',
    layout: '双座',
    icon: 'glider',
    note: '绞车起飞 Winch launch',
    device: '滑翔机 云雀',
    group: AIRFIELD,
    thresholds: { takeoffSpeed: 70, holdUp: 6_000 },
  },
  {
    tailNumber: 'UAV-CH1',
    hexAddress: null,
    kind: 'drone',
    model: 'Survey quadcopter',
    layout: '',
    icon: 'drone',
    note: '测绘 Survey',
    device: '无人机 测绘 1',
    group: AIRFIELD,
  },
  {
    tailNumber: 'B-2071',
    hexAddress: '781c71',
    kind: 'balloon',
    model: 'Z-180',
    layout: '8 人',
    icon: 'generic',
    note: '停放，待适航检查 Awaiting inspection',
    device: null,
    group: null,
  },
];
