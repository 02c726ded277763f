/**
 * Chinese names of places. GeoNames lists a place's alternative names without their language, so the simplified Chinese one has
 * to be detected: names consisting only of Chinese characters are converted to simplified ones, then scored. `overrides`
 * corrects the remaining errors of important places.
 */
import { overrides } from './overrides.mjs';

const CHINESE_SPEAKING = new Set(['CN', 'TW', 'HK', 'MO']);
const SUFFIXES = /(街道|特别行政区|都会区|广域市|特别市|自治区|自治市|大都市|城区|市|都|府|县|區|区|镇|鎮)$/;

const bare = (text) =>
  text
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase();

/** Sets `chinese` on every place with a usable name. */
export function chooseChineseNames(places, { exemplar, opencc, pinyin }) {
  const simplifiedOf = opencc.Converter({ from: 't', to: 'cn' });
  const traditionalOf = opencc.Converter({ from: 'cn', to: 't' });
  const fromJapanese = opencc.Converter({ from: 'jp', to: 'cn' });

  const candidates = (place) => {
    const found = new Map();
    for (const raw of place.alternatenames) {
      const name = raw
        .replace(/[・•‧．‐-]/g, '·')
        .replace(/\s*[（(].*[)）]\s*/g, '')
        .trim();
      if (!/^[\p{Script=Han}·]{1,12}$/u.test(name) || /[々〆ヶ]/u.test(name)) continue;
      // Japanese forms also occur among the names of places in other countries.
      const simplified = simplifiedOf(
        /[徳渓楡県広駅]/u.test(name) || place.countrycode === 'JP'
          ? fromJapanese(name).replace('楡', '榆')
          : name,
      );
      const entry = found.get(simplified) ?? { name: simplified, forms: 0, evident: false };
      entry.forms++;
      // Contains characters that exist only in the simplified script.
      if (name === simplified && traditionalOf(name) !== name) entry.evident = true;
      found.set(simplified, entry);
    }
    return [...found.values()];
  };

  const shorter = (name) => {
    const result = name.replace(SUFFIXES, '');
    return result.length >= 2 ? result : name;
  };

  // Characters that transcribe foreign names on the mainland: derived from names that are certainly of that kind.
  const counts = new Map();
  let total = 0;
  const all = places.map((place) => ({ place, list: candidates(place) }));
  for (const { place, list } of all) {
    if (CHINESE_SPEAKING.has(place.countrycode) || place.countrycode === 'JP') continue;
    for (const entry of list) {
      if (!entry.evident) continue;
      for (const character of shorter(entry.name)) {
        counts.set(character, (counts.get(character) ?? 0) + 1);
        total++;
      }
    }
  }
  const likelihood = (name) => {
    const letters = [...name];
    const sum = letters.reduce(
      (value, letter) => value + Math.log(((counts.get(letter) ?? 0) + 0.3) / total),
      0,
    );
    return sum / letters.length;
  };

  for (const { place, list } of all) {
    const own = overrides.chinese[place.geonameid] ?? overrides.chinese[`${place.name} ${place.countrycode}`];
    if (own !== undefined) {
      place.chinese = own;
      continue;
    }
    const known = exemplar(place);
    if (known !== undefined && /^[\p{Script=Han}·]+$/u.test(known)) {
      place.chinese = known;
      continue;
    }
    if (list.length === 0) continue;
    const names = new Set(list.map((entry) => entry.name));
    const local = CHINESE_SPEAKING.has(place.countrycode);
    const sound = bare(place.name);
    let best;
    for (const entry of list) {
      const short = shorter(entry.name);
      const weighed =
        local || place.countrycode === 'JP' || place.countrycode === 'KR'
          ? short
          : names.has(short)
            ? short
            : entry.name;
      let score = entry.forms * 0.6 + (entry.evident ? 1.5 : 0) - (weighed === entry.name ? 0 : 0.2);
      if (local) {
        const spoken = bare(pinyin(weighed, { toneType: 'none', type: 'array' }).join(''));
        if (
          spoken === sound ||
          bare(pinyin(entry.name, { toneType: 'none', type: 'array' }).join('')) === sound
        )
          score += 6;
        else if (spoken.startsWith(sound) || sound.startsWith(spoken)) score += 3;
      } else {
        score += likelihood(weighed);
        if (weighed.length < 2) score -= 2;
      }
      if (best === undefined || score > best.score) best = { name: weighed, score };
    }
    place.chinese = best.name;
    place.alternatives = [...new Set(list.map((entry) => shorter(entry.name)))].filter(
      (name) => name !== best.name,
    );
  }
}
