import { COUNTRY_CODES, countryName } from '@wakeline/domain/people/countries';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { createNameComparator } from '../../../format/collator.ts';
import { useLanguage } from '../../../i18n/i18n.ts';

interface NationalityFieldProps {
  /** From the form. */
  readonly id?: string;
  /** Code of the IOC; empty: not known. */
  readonly value?: string;
  readonly onChange?: (code: string) => void;
}

/** Selects a country; it is found by its code and its name in both languages. */
export function NationalityField({ id, value = '', onChange }: NationalityFieldProps) {
  const { t } = useTranslation('matches');
  const language = useLanguage();
  const options = useMemo(() => {
    const compare = createNameComparator(language);
    return COUNTRY_CODES.map((code) => {
      const names = { zh_CN: countryName(code, 'zh-CN'), en_US: countryName(code, 'en') };
      return {
        value: code as string,
        label: `${code} ${names[language]}`,
        search: `${code} ${names.zh_CN} ${names.en_US}`,
        name: names[language],
      };
    }).toSorted((one, other) => compare(one.name, other.name));
  }, [language]);
  return (
    <Select<string | null>
      {...(id !== undefined && { id })}
      allowClear
      placeholder={t('unknown')}
      popupMatchSelectWidth={240}
      value={value === '' ? null : value}
      options={options}
      showSearch={{ optionFilterProp: 'search' }}
      onChange={(code) => onChange?.(code ?? '')}
    />
  );
}
