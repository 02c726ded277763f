import type { PersonForm } from '@wakeline/contract/people/people';

export interface DemoPerson
  extends Pick<
    PersonForm,
    | 'raceNumber'
    | 'personName'
    | 'gender'
    | 'age'
    | 'nationality'
    | 'phone'
    | 'club'
    | 'emergencyContactName'
    | 'emergencyContactPhone'
    | 'note'
  > {
  /** Name of the device that the person carries; null: none. */
  readonly device: string | null;
  /** Name of the communication account; null: none. */
  readonly terminal: string | null;
  readonly isWithdrawn: boolean;
}

/** Race number, name, gender, age, nationality and club, by columns. */
type Entry = readonly [
  raceNumber: string,
  personName: string,
  gender: PersonForm['gender'],
  age: number | null,
  nationality: PersonForm['nationality'],
  club: string,
];

const GUILIN = '桂林山地越野俱乐部';
const LIUZHOU = '柳州跑团';
const UNIVERSITY = '广西大学定向队';

/** The runners of the trail race, who carry the devices of their names. */
const RUNNERS: readonly Entry[] = [
  ['101', '李晓峰', 'male', 29, 'CHN', GUILIN],
  ['102', '王思远', 'male', 34, 'CHN', GUILIN],
  ['103', '陈雨桐', 'female', 26, 'CHN', UNIVERSITY],
  ['104', 'Anna Berg', 'female', 31, 'SWE', 'IFK Göteborg Orientering'],
  ['105', '张子涵', 'male', 22, 'CHN', UNIVERSITY],
  ['106', '刘畅', 'female', 38, 'CHN', LIUZHOU],
  ['107', 'Tomás Ruiz', 'male', 41, 'ESP', 'Club Montaña Granada'],
  ['108', '黄嘉怡', 'female', 27, 'CHN', GUILIN],
  ['109', '周启明', 'male', 52, 'CHN', LIUZHOU],
  ['110', '吴佳琪', 'female', 24, 'CHN', UNIVERSITY],
  ['111', 'Kenji Mori', 'male', 36, 'JPN', 'Kamakura Trail'],
  ['112', '徐浩然', 'male', 30, 'CHN', GUILIN],
  ['113', '孙若溪', 'female', 33, 'CHN', LIUZHOU],
  ['114', 'Marie Dubois', 'female', 45, 'FRA', 'Annecy Athlétisme'],
  ['115', '胡俊杰', 'male', 28, 'CHN', UNIVERSITY],
  ['116', '朱梓萱', 'female', 21, 'CHN', UNIVERSITY],
  ['117', '高远', 'male', 47, 'CHN', GUILIN],
  ['118', 'Oliver Hart', 'male', 39, 'GBR', 'Lakeland Fell Runners'],
  ['119', '林静', 'female', 35, 'CHN', LIUZHOU],
  ['120', '何宇航', 'male', 26, 'CHN', GUILIN],
  ['501', '罗小雨', 'female', 17, 'CHN', '桂林中学'],
  ['502', '梁晨', 'male', 16, 'CHN', '桂林中学'],
  ['503', 'Sofia Lind', 'female', 19, 'FIN', 'Helsingin Suunnistajat'],
  ['504', '谢安', 'male', 61, 'CHN', LIUZHOU],
  ['505', '韦大山', 'male', 44, 'CHN', '阳朔攀岩协会'],
  ['506', '覃梦', 'female', 23, 'CHN', UNIVERSITY],
  ['507', 'Peter Novak', 'male', 58, 'CZE', 'OK Lokomotiva Pardubice'],
  ['508', '莫愁', 'female', 32, 'CHN', '阳朔攀岩协会'],
  ['509', '蒋一凡', 'unspecified', 15, 'CHN', '桂林中学'],
  ['510', '唐果', 'female', 14, 'CHN', '桂林中学'],
];

/** The others: orienteering classes, relay, and a medic. */
const OTHERS: readonly Entry[] = [
  ['A1', 'Lena Baumgartner', 'female', 28, 'SUI', 'OLG Zürich'],
  ['A2', 'Mads Kristensen', 'male', 32, 'DEN', 'Tisvilde Hegn OK'],
  ['A12', '陈静', 'female', 31, 'CHN', '桂林定向协会'],
  ['A13', 'Alexandra Papadopoulou-Konstantinidou', 'female', 37, 'GRE', 'Ορειβατικός Σύλλογος Θεσσαλονίκης'],
  ['B3', '欧阳文博', 'male', 12, 'CHN', '桂林定向协会'],
  ['B4', 'Tan Wei Ling', 'female', 13, 'SGP', 'Singapore Orienteers'],
  ['R-01', '阿依古丽·买买提', 'female', 25, 'CHN', UNIVERSITY],
  ['R-02', 'Wong Ka Ho', 'male', 29, 'HKG', 'Hong Kong Trail Relay'],
  ['M1', '黄志强', 'male', 42, 'CHN', '红十字会应急救援队'],
  ['', '赵敏', 'female', null, null, ''],
];

const WITHDRAWN: ReadonlySet<string> = new Set(['林静', 'Tan Wei Ling']);
const NOTES: Readonly<Record<string, string>> = {
  周启明: '高血压，携带药物 Hypertension, carries medication',
  林静: '脚踝扭伤退赛 Sprained ankle',
  'Anna Berg': 'Speaks Swedish and English',
  赵敏: '未缴费，待分配号码 Not paid yet',
};
/** Devices and satellite terminals that have other names than those who carry them. */
const DEVICES: Readonly<Record<string, string>> = { 黄志强: '医疗摩托 Medic' };
const TERMINALS: Readonly<Record<string, string>> = { 黄志强: '医疗摩托' };

/** Numbers that look like Chinese ones, and British ones of the block for fiction (Ofcom: 07700 900000 to 900999). */
function phoneOf(index: number, nationality: PersonForm['nationality']): string {
  return nationality === 'CHN'
    ? `1380000${String(1_000 + index * 37).padStart(4, '0')}`
    : `+44 7700 900${String(100 + index * 3).padStart(3, '0')}`;
}

const withDetails =
  (isRunner: boolean) =>
  ([raceNumber, personName, gender, age, nationality, club]: Entry, index: number): DemoPerson => {
    const hasContact = (isRunner ? index : index + 1) % 3 !== 2;
    return {
      raceNumber,
      personName,
      gender,
      age,
      nationality,
      club,
      phone: nationality === null ? '' : phoneOf(isRunner ? index : index + 40, nationality),
      emergencyContactName: hasContact ? (nationality === 'CHN' ? '家属' : 'Family') : '',
      emergencyContactPhone: hasContact ? phoneOf(index + 100, nationality) : '',
      note: NOTES[personName] ?? '',
      device: isRunner ? personName : (DEVICES[personName] ?? null),
      terminal: TERMINALS[personName] ?? null,
      isWithdrawn: WITHDRAWN.has(personName),
    };
  };

/** 40 people; 30 of them run the trail race. */
export const PEOPLE: readonly DemoPerson[] = [
  ...RUNNERS.map(withDetails(true)),
  ...OTHERS.map(withDetails(false)),
];
