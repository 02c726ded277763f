import { findProblem } from '@wakeline/domain/instructions/check-values';
import type { ValueProblemReason } from '@wakeline/domain/instructions/instruction';
import type { Parameter } from '@wakeline/domain/instructions/parameter';
import { Form, Input, InputNumber, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { type FieldValue, normalizeField, rangeText } from './form-values.ts';
import styles from './instructions.module.css';

interface ParameterFieldProps {
  readonly name: string;
  readonly parameter: Parameter;
}

/** The field of one parameter, checked when it loses focus. */
export function ParameterField({ name, parameter }: ParameterFieldProps) {
  const { t } = useTranslation('instructions');
  const language = useLanguage();
  const hint = useHint(parameter);
  const describeProblem = useProblemText();
  return (
    <Form.Item
      name={name}
      label={parameter.title[language]}
      required={parameter.optional !== true}
      tooltip={parameter.optional ? t('optional') : undefined}
      extra={hint}
      {...(parameter.kind === 'switch' ? { valuePropName: 'checked' } : {})}
      rules={[
        {
          async validator(_rule, value: FieldValue) {
            const reason = findProblem(parameter, normalizeField(parameter, value));
            if (reason !== null) throw new Error(describeProblem(parameter, reason));
          },
        },
      ]}
    >
      <Control parameter={parameter} />
    </Form.Item>
  );
}

/** The control of a kind of parameter; the form item sets value, handlers and id. */
function Control({ parameter, ...item }: { readonly parameter: Parameter }) {
  const { t } = useTranslation('instructions');
  const language = useLanguage();
  switch (parameter.kind) {
    case 'integer':
    case 'decimal':
      return (
        <InputNumber
          {...item}
          className={styles.number ?? ''}
          suffix={parameter.unit === undefined ? undefined : t(`unit.${parameter.unit}`)}
        />
      );
    case 'switch':
      return <Switch {...item} />;
    case 'choice':
      return (
        <Select
          {...item}
          allowClear={parameter.optional === true}
          options={parameter.options.map(({ value, title }) => ({ value, label: title[language] }))}
        />
      );
    case 'phones':
      return (
        <Select
          {...item}
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[',', '，', ' ', ';']}
        />
      );
    case 'text':
      return <Input {...item} showCount maxLength={parameter.maxLength} spellCheck={false} />;
    case 'clock':
      return <Input {...item} maxLength={5} placeholder="0830" inputMode="numeric" spellCheck={false} />;
    case 'host':
      return <Input {...item} maxLength={100} placeholder="track.example.com" spellCheck={false} />;
    case 'phone':
      return <Input {...item} maxLength={21} inputMode="tel" spellCheck={false} />;
  }
}

/** What a field accepts, below it. */
function useHint(parameter: Parameter): string | undefined {
  const { t } = useTranslation('instructions');
  const range = rangeText(parameter);
  if (range !== null) return t('hint.range', { range });
  if (parameter.kind === 'clock') return t('hint.clock');
  if (parameter.kind === 'phones') return t('hint.phones', { count: parameter.maxCount });
  return undefined;
}

/** Why a value is refused. */
export function useProblemText(): (parameter: Parameter, reason: ValueProblemReason) => string {
  const { t } = useTranslation('instructions');
  const language = useLanguage();
  return (parameter, reason) => {
    const range = rangeText(parameter);
    switch (reason) {
      case 'range':
        if (range === null) return t('problem.choice');
        return t(parameter.kind === 'integer' ? 'problem.integer' : 'problem.decimal', { range });
      case 'too-long':
        return t('problem.too-long', { max: parameter.kind === 'text' ? parameter.maxLength : '' });
      case 'too-many':
        return t('problem.too-many', { max: parameter.kind === 'phones' ? parameter.maxCount : '' });
      case 'format':
        return t(`problem.format.${formatOf(parameter)}`);
      case 'missing':
        return t('problem.missing', { title: parameter.title[language] });
      default:
        return t(`problem.${reason}`);
    }
  };
}

function formatOf({ kind }: Parameter): 'clock' | 'host' | 'phone' {
  return kind === 'clock' || kind === 'host' ? kind : 'phone';
}
