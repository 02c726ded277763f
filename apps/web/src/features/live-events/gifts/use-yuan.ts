import type { Language } from '@wakeline/contract/entities/user-config';
import { useMemo } from 'react';
import { useLanguage } from '../../../i18n/i18n.ts';

const LOCALES: Readonly<Record<Language, string>> = { zh_CN: 'zh-CN', en_US: 'en-GB' };

/** Formats an amount of yuan: `¥1,234.50`. */
export function useYuan(): (yuan: number) => string {
  const language = useLanguage();
  return useMemo(() => {
    const style = { style: 'currency', currency: 'CNY', currencyDisplay: 'narrowSymbol' } as const;
    const format = new Intl.NumberFormat(LOCALES[language], style);
    return (yuan) => format.format(yuan);
  }, [language]);
}
