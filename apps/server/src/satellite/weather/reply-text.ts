import type { Language } from '@wakeline/contract/entities/user-config';
import { splitForTerminal, type TerminalCapacity } from '@wakeline/domain/satellite/terminal-parts';
import type { Forecast } from '@wakeline/domain/satellite/weather-forecast';
import { composeWeather } from '@wakeline/domain/satellite/weather-text';

/** What a request for the weather led to. */
export type WeatherResult =
  | { readonly forecast: Forecast }
  | { readonly failure: 'no-position' | 'no-forecast' };

/** Longest first; the last one fits even the smallest BeiDou card (7 characters). */
const FAILURES: Readonly<
  Record<Language, Readonly<Record<'no-position' | 'no-forecast', readonly string[]>>>
> = {
  zh_CN: {
    'no-position': ['没有您的位置，无法查询天气。请先上报位置。', '无位置'],
    'no-forecast': ['天气服务暂不可用，请稍后再试。', '天气不可用'],
  },
  en_US: {
    'no-position': ['Your position is not known: send it, then ask again.', 'No position'],
    'no-forecast': ['The forecast is not available now. Try again later.', 'No forecast'],
  },
};

/** The text of a reply that fits into one transmission to the terminal. */
export function weatherText(result: WeatherResult, language: Language, terminal: TerminalCapacity): string {
  const fits = (text: string) => 'parts' in splitForTerminal(text, terminal, { urgent: false, maxParts: 1 });
  const short = language === 'zh_CN' ? 'zh' : 'en';
  const text =
    'forecast' in result ? composeWeather(result.forecast, short, 0, (one) => (fits(one) ? 0 : 1)) : null;
  if (text !== null) return text;
  const texts = FAILURES[language]['failure' in result ? result.failure : 'no-forecast'];
  return texts.find(fits) ?? texts.at(-1) ?? '';
}
