import { NamedError } from '@wakeline/contract/errors';
import { type Panel, panelForm } from '@wakeline/contract/panels';
import { App, Form, Input, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { FormDrawer } from '../../parts/records/form-drawer.tsx';
import { errorText } from '../../service/error-text.ts';
import { fieldRule } from '../../service/field-rule.ts';
import { useChangePanel } from './use-change-panel.ts';

/** What the form is open for: a new panel, or one to edit. */
export type PanelSubject = { readonly kind: 'add' } | { readonly kind: 'edit'; readonly panel: Panel };

interface PanelFormProps {
  /** Null: closed. */
  readonly subject: PanelSubject | null;
  /** All panels: positions must be unique. */
  readonly panels: readonly Panel[];
  readonly onClose: () => void;
}

interface Fields {
  readonly panelName: string;
  readonly panelUrl: string;
  /** As typed. */
  readonly sort: string;
  readonly visible: boolean;
}

const { shape } = panelForm;

export function PanelForm({ subject, panels, onClose }: PanelFormProps) {
  const { t } = useTranslation('panels');
  const language = useLanguage();
  const { message } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const change = useChangePanel();
  const panel = subject?.kind === 'edit' ? subject.panel : null;

  const sortRule = {
    async validator(rule: unknown, typed: string): Promise<void> {
      const text = typed.trim();
      if (text !== '' && !/^\d+$/.test(text)) throw new Error(t('sortDigits'));
      const sort = text === '' ? text : Number(text);
      await fieldRule(shape.sort, language).validator(rule, sort);
      if (panels.some((other) => other.sort === sort && other.panelId !== panel?.panelId)) {
        throw new Error(errorText(new NamedError('panel-sort-taken'), language));
      }
    },
  };

  function submit({ panelName, panelUrl, sort, visible }: Fields): void {
    const payload = {
      panelName: panelName.trim(),
      panelUrl: panelUrl.trim(),
      sort: Number(sort),
      display: visible ? ('SHOW' as const) : ('HIDE' as const),
    };
    change.mutate(
      panel === null
        ? { kind: 'add', panel: payload }
        : { kind: 'edit', panel: { ...payload, panelId: panel.panelId } },
      {
        onSuccess() {
          message.success(t('saved', { name: payload.panelName }));
          onClose();
        },
        onError(error) {
          const text = errorText(error, language);
          const field = error instanceof NamedError ? fieldOf(error) : null;
          if (field === null) message.error(text);
          else form.setFields([{ name: field, errors: [text] }]);
        },
      },
    );
  }

  return (
    <FormDrawer<Fields>
      open={subject !== null}
      title={panel === null ? t('add') : t('edit', { name: panel.panelName })}
      size={420}
      form={form}
      initialValues={{
        panelName: panel?.panelName ?? '',
        panelUrl: panel?.panelUrl ?? '',
        sort: String(panel?.sort ?? Math.max(0, ...panels.map(({ sort }) => sort)) + 1),
        visible: panel?.display !== 'HIDE',
      }}
      saving={change.isPending}
      onSave={submit}
      onClose={onClose}
    >
      <Form.Item name="panelName" label={t('name')} rules={[fieldRule(shape.panelName, language)]}>
        <Input autoFocus={panel === null} />
      </Form.Item>
      <Form.Item
        name="panelUrl"
        label={t('address')}
        extra={t('addressHint')}
        rules={[fieldRule(shape.panelUrl, language)]}
      >
        <Input inputMode="url" placeholder="https://" spellCheck={false} autoCapitalize="none" />
      </Form.Item>
      <Form.Item name="sort" label={t('sort')} extra={t('sortHint')} rules={[sortRule]}>
        <Input inputMode="numeric" />
      </Form.Item>
      <Form.Item name="visible" valuePropName="checked" label={t('shown')}>
        <Switch />
      </Form.Item>
    </FormDrawer>
  );
}

/** The field that a refusal concerns; null: none, or several. */
function fieldOf({ errorName }: NamedError): 'sort' | 'panelUrl' | null {
  if (errorName === 'panel-sort-taken') return 'sort';
  return errorName === 'panel-address-own' ? 'panelUrl' : null;
}
