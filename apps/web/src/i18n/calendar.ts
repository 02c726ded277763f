import type { Language } from '@wakeline/contract/entities/user-config';
import dayjs from 'dayjs';
import i18next from 'i18next';
import 'dayjs/locale/en-gb';
import 'dayjs/locale/zh-cn';

/** Calendar settings of a language: month names, first day of the week. */
const DAYJS_LOCALES: Readonly<Record<Language, string>> = { zh_CN: 'zh-cn', en_US: 'en-gb' };

function setCalendarLanguage(language: string | undefined): void {
  dayjs.locale(language === 'en_US' ? DAYJS_LOCALES.en_US : DAYJS_LOCALES.zh_CN);
}

// This module is loaded with the first screen that has a date picker, and follows the page's language from then on.
setCalendarLanguage(i18next.language);
i18next.on('languageChanged', setCalendarLanguage);
