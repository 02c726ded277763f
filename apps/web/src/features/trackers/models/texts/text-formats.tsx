import { useTranslation } from 'react-i18next';
import styles from './texts.module.css';

/** Placeholders with a format, by the key of their description. */
const EXAMPLES = [
  ['divide', '{interval/60}'],
  ['multiply', '{day*60}'],
  ['pad', '{interval:04}'],
  ['hex', '{interval:X4}'],
  ['decimals', '{latitude:.5}'],
  ['choice', '{mode:normal=0|sleep=1|deepSleep=2}'],
  ['switch', '{enabled:on=ON|off=OFF}'],
  ['clock', '{on:HH:MM}'],
  ['join', '{numbers:join;}'],
  ['fallback', '{seconds?20}'],
  ['brace', '{{ }}'],
] as const;

/** Help on the formats of placeholders. */
export function TextFormats() {
  const { t } = useTranslation('instructionTexts');
  return (
    <details className={styles.formats}>
      <summary>{t('formats')}</summary>
      <dl>
        {EXAMPLES.map(([key, example]) => (
          <div key={key}>
            <dt>
              <code>{example}</code>
            </dt>
            <dd>{t(`format.${key}`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
