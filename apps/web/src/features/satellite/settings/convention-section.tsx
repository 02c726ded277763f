import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import type { SatelliteSettings } from '@wakeline/contract/satellite/settings';
import type { AddressConvention } from '@wakeline/domain/satellite/convention';
import { type ConventionProblem, validateConvention } from '@wakeline/domain/satellite/validate-convention';
import { App, Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useUnsavedPrompt } from '../../../parts/forms/use-unsaved-prompt.ts';
import { QueryContent } from '../../../parts/settings/query-content.tsx';
import { errorText } from '../../../service/error-text.ts';
import { toExamples } from './convention-examples.ts';
import { SectionHead } from './section-head.tsx';
import styles from './settings.module.css';
import { useSatelliteSettings, useSettingsChange } from './use-settings.ts';

const ERROR_NAMES: Readonly<Record<ConventionProblem['error'], ErrorName>> = {
  'invalid-prefix': 'convention-prefix-invalid',
  'invalid-word': 'convention-word-invalid',
  'too-many-words': 'convention-words-limit',
  'no-word': 'convention-words-missing',
  'ambiguous-word': 'convention-word-ambiguous',
};
const WORD_FIELDS = ['wechatWords', 'weiboWords', 'weatherWords'] as const;
/** What separates words that are typed or pasted. */
const SEPARATORS = [' ', '　', ',', '，', '、', ';', '；'];

/** How terminals address their messages. */
export function ConventionSection() {
  const { t } = useTranslation('satelliteSettings');
  const query = useSatelliteSettings();
  return (
    <>
      <SectionHead text={t('convention.text')} isReadOnly={query.data?.abilities.change === false} />
      <QueryContent query={query}>
        {(settings) => <ConventionForm key={JSON.stringify(settings.convention)} settings={settings} />}
      </QueryContent>
    </>
  );
}

function ConventionForm({ settings }: { readonly settings: SatelliteSettings }) {
  const { t } = useTranslation('satelliteSettings');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const { message } = App.useApp();
  const [draft, setDraft] = useState<AddressConvention>(settings.convention);
  const save = useSettingsChange('editSatelliteConvention');
  const problems = validateConvention(draft);
  const isChanged = !isSame(draft, settings.convention);
  const disabled = !settings.abilities.change;
  useUnsavedPrompt(isChanged && !save.isPending);

  function submit(): void {
    const { cardPrefix, wechatWords, weiboWords, weatherWords } = draft;
    const words = {
      wechatWords: [...wechatWords],
      weiboWords: [...weiboWords],
      weatherWords: [...weatherWords],
    };
    save.mutate(
      { convention: { cardPrefix, ...words } },
      {
        onSuccess: () => void message.success(t('convention.saved')),
        onError: (error) => void message.error(errorText(error, language)),
      },
    );
  }

  /** Status and message of a field. */
  function problemAt(field: keyof AddressConvention) {
    const problem = problems.find((one) => one.field === field);
    if (problem === undefined) return {};
    const text = errorText(new NamedError(ERROR_NAMES[problem.error]), language);
    const help = problem.word === null ? text : t('convention.problem', { word: problem.word, text });
    return { validateStatus: 'error' as const, help };
  }

  return (
    <Form layout="vertical" className={styles.convention ?? ''} disabled={disabled} onFinish={submit}>
      <div>
        <Form.Item
          label={t('convention.cardPrefix')}
          htmlFor="card-prefix"
          extra={t('convention.cardPrefixHint')}
          {...problemAt('cardPrefix')}
        >
          <Input
            id="card-prefix"
            className={styles.prefix ?? ''}
            value={draft.cardPrefix}
            maxLength={2}
            autoComplete="off"
            onChange={({ target }) => setDraft({ ...draft, cardPrefix: target.value.trim() })}
          />
        </Form.Item>
        {WORD_FIELDS.map((field) => (
          <Form.Item
            key={field}
            label={t(`convention.${field}`)}
            htmlFor={field}
            extra={t(`convention.${field}Hint`)}
            {...problemAt(field)}
          >
            <Select<string[]>
              id={field}
              mode="tags"
              open={false}
              suffixIcon={null}
              value={[...draft[field]]}
              tokenSeparators={SEPARATORS}
              onChange={(words) => setDraft({ ...draft, [field]: words.map(normalizeWord) })}
            />
          </Form.Item>
        ))}
        {!disabled && (
          <div className={styles.buttons}>
            <Button
              type="primary"
              htmlType="submit"
              disabled={!isChanged || problems.length > 0}
              loading={save.isPending}
            >
              {tApp('action.save')}
            </Button>
            <Button
              disabled={isSame(draft, settings.defaultConvention)}
              onClick={() => setDraft(settings.defaultConvention)}
            >
              {t('convention.reset')}
            </Button>
          </div>
        )}
      </div>
      <Examples convention={draft} />
    </Form>
  );
}

/** Letters are compared without case and width. */
function normalizeWord(word: string): string {
  return word.normalize('NFKC').trim().toLowerCase();
}

function isSame(one: AddressConvention, other: AddressConvention): boolean {
  return (
    one.cardPrefix === other.cardPrefix &&
    WORD_FIELDS.every((field) => one[field].join('\n') === other[field].join('\n'))
  );
}

/** What terminals write, and where it goes. */
function Examples({ convention }: { readonly convention: AddressConvention }) {
  const { t } = useTranslation('satelliteSettings');
  return (
    <section className={styles.examples} aria-label={t('convention.examples')}>
      <h2>{t('convention.examples')}</h2>
      <dl>
        {toExamples(convention, t('convention.exampleText')).map(({ written, type }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list has a fixed order, and its texts may repeat
          <div key={index}>
            <dt>{written}</dt>
            <dd>{t(`convention.goesTo.${type}`)}</dd>
          </div>
        ))}
      </dl>
      <p>{t('convention.examplesHint')}</p>
    </section>
  );
}
