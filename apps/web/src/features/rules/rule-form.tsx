import { NamedError } from '@wakeline/contract/errors';
import { type Rule, ruleForm } from '@wakeline/contract/notices/rules';
import { App, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { FormDrawer } from '../../parts/records/form-drawer.tsx';
import { errorText } from '../../service/error-text.ts';
import { fieldRule } from '../../service/field-rule.ts';
import { ConditionFields } from './condition-fields.tsx';
import { RULE_TYPES, type RuleDraft, toDraft, toPayload } from './rule-draft.ts';
import styles from './rules.module.css';
import { ScheduleFields } from './schedule-fields.tsx';
import { TargetFields } from './target-fields.tsx';
import { useChangeRule } from './use-rules.ts';

/** What the form is open for: a new rule, or one to edit. */
export type RuleSubject = { readonly kind: 'add' } | { readonly kind: 'edit'; readonly rule: Rule };

interface RuleFormProps {
  /** Null: closed. */
  readonly subject: RuleSubject | null;
  /** Whether the user may make rules for all devices. */
  readonly addForAll: boolean;
  readonly onClose: () => void;
}

/** Creates or edits a rule. */
export function RuleForm({ subject, addForAll, onClose }: RuleFormProps) {
  const { t } = useTranslation('rules');
  const language = useLanguage();
  const { speedUnits } = useFormat();
  const { message } = App.useApp();
  const [form] = Form.useForm<RuleDraft>();
  const change = useChangeRule();
  const rule = subject?.kind === 'edit' ? subject.rule : null;
  const type = Form.useWatch('type', form) ?? 'overspeed';

  function submit(): void {
    // Fields of other types are not rendered, so their values are read from the form, which has them from the start.
    const draft: RuleDraft = form.getFieldsValue(true);
    const payload = toPayload(draft, speedUnits);
    change.mutate(
      rule === null
        ? { kind: 'add', rule: payload }
        : { kind: 'edit', rule: { ...payload, ruleId: rule.ruleId } },
      {
        onSuccess() {
          message.success(t('saved', { name: payload.ruleName }));
          onClose();
        },
        onError(error) {
          const text = errorText(error, language);
          const field = error instanceof NamedError ? FIELD_OF_ERROR[error.errorName] : undefined;
          if (field === undefined) message.error(text);
          else form.setFields([{ name: field, errors: [text] }]);
        },
      },
    );
  }

  return (
    <FormDrawer<RuleDraft>
      open={subject !== null}
      title={rule === null ? t('add') : t('edit', { name: rule.ruleName })}
      size={520}
      form={form}
      initialValues={toDraft(rule, speedUnits, addForAll ? 'all' : 'groups')}
      saving={change.isPending}
      onSave={submit}
      onClose={onClose}
    >
      <Form.Item name="ruleName" label={t('name')} rules={[fieldRule(ruleForm.shape.ruleName, language)]}>
        <Input autoFocus={rule === null} />
      </Form.Item>
      <Form.Item name="type" label={t('type.label')}>
        <Select options={RULE_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))} />
      </Form.Item>
      <p className={styles.hint}>{t(`hint.${type}`)}</p>
      <ConditionFields type={type} form={form} />
      <TargetFields form={form} allowsAll={addForAll} />
      <ScheduleFields form={form} />
    </FormDrawer>
  );
}

/** The field that a refusal concerns. */
const FIELD_OF_ERROR: { readonly [Name in string]?: keyof RuleDraft } = {
  'rule-recovery': 'recovered',
  'rule-dwell': 'dwellMinutes',
  'rule-targets': 'appliesTo',
};
