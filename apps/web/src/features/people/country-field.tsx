import type { Language } from '@wakeline/contract/entities/user-config';
import { COUNTRY_CODES, type CountryCode, countryName } from '@wakeline/domain/people/countries';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { createNameComparator } from '../../format/collator.ts';
import { useLanguage } from '../../i18n/i18n.ts';

const LOCALES = { zh_CN: 'zh-CN', en_US: 'en' } as const satisfies Record<Language, string>;

/** The name of a country in the user's language. */
export function countryNameIn(code: CountryCode, language: Language): string {
  return countryName(code, LOCALES[language]);
}

interface CountryFieldProps {
  /** Set by the form. */
  readonly id?: string;
  readonly value?: CountryCode | null;
  readonly onChange?: (code: CountryCode | null) => void;
}

/** Selects a country; it is found by its code and its name in both languages. */
export function CountryField({ id, value = null, onChange }: CountryFieldProps) {
  const { t } = useTranslation('people');
  const language = useLanguage();
  const options = useMemo(() => {
    const compare = createNameComparator(language);
    return COUNTRY_CODES.map((code) => ({
      value: code,
      label: `${countryNameIn(code, language)} (${code})`,
      search: [code, countryNameIn(code, 'zh_CN'), countryNameIn(code, 'en_US')].join(' '),
    })).toSorted((a, b) => compare(a.label, b.label));
  }, [language]);
  return (
    <Select<CountryCode>
      {...(id === undefined ? {} : { id })}
      allowClear
      placeholder={t('optional')}
      value={value}
      options={options}
      showSearch={{ optionFilterProp: 'search' }}
      onChange={(code: CountryCode | undefined) => onChange?.(code ?? null)}
    />
  );
}
