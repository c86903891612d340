// Português do Brasil. Uma frase com lacunas é uma função do que as preenche.

const list = (items) =>
  items.length < 2
    ? items.join("")
    : `${items.slice(0, -1).join(", ")} e ${items.at(-1)}`;
const squares = (items) =>
  `${items.length === 1 ? "a casa" : "as casas"} ${list(items)}`;
const other = { X: "O", O: "X" };
const sure = { X: "no máximo", O: "no mínimo" }; // o que o outro garante
const wants = { X: "grande", O: "pequeno" };

export default {
  title: "noughts: veja o Minimax pensar",
  tagline: "Veja o Minimax pensar",
  skip: "Ir para o tabuleiro",
  language: "Idioma",
  theme: "Claro ou escuro",
  keys: "Teclado",
  close: "Fechar",
  single_keys: "As teclas valem em toda a página",
  game: "Jogo",
  board: "Tabuleiro",
  panel: "O que há por trás",
  undo: "Desfazer",
  redo: "Refazer",
  again: "Novo jogo",
  reply: "Que jogue",
  you: "Você joga com",
  both: "ambos",
  against: "Contra",
  moves: "Jogadas",
  begin: "Início",
  share: "Copiar o link",
  shared: "O link está na área de transferência.",
  not_shared: "Copie o endereço desta página: ele guarda a posição.",
  tab_values: "Valores",
  tab_tree: "Árvore",
  tab_search: "Busca",
  tab_engine: "Programa",
  footer_live: (version) =>
    `noughts ${version}. Tudo nesta página vem deste computador.`,
  footer_frozen: (version) =>
    `noughts ${version}. Esta é a forma congelada: todas as respostas são arquivos. Para ver um programa seu: noughts explore ARQUIVO`,

  opponents: {
    perfect: "um jogador perfeito",
    casual: "um jogador casual",
    random: "um jogador aleatório",
  },
  where: [
    "canto superior esquerdo",
    "em cima",
    "canto superior direito",
    "esquerda",
    "centro",
    "direita",
    "canto inferior esquerdo",
    "embaixo",
    "canto inferior direito",
  ],
  verdict: ([outcome, moves]) =>
    outcome === 0 ? "empate" : `${outcome > 0 ? "ganha" : "perde"} em ${moves}`,
  best_play: (turn, [outcome, moves]) =>
    outcome === 0
      ? "Com as melhores jogadas, o jogo empata."
      : `${turn} ${outcome > 0 ? "ganha" : "perde"} em ${moves}, se ambos jogarem o melhor.`,

  your_move: (turn) => `Sua vez: jogue ${turn}`,
  to_move: (turn) => `Vez de ${turn}`,
  thinking: (turn) => `${turn} está pensando …`,
  won: (winner) => `${winner} ganhou`,
  you_won: "Você ganhou!",
  you_lost: (winner) => `${winner} ganhou: você perdeu`,
  tied: "Empate",
  took: (mark, square) => `${mark} joga na casa ${square}.`,
  square_empty: (n, where) => `Casa ${n}, ${where}, vazia`,
  square_taken: (n, where, mark) => `Casa ${n}, ${where}: ${mark}`,
  mistake: "erro",
  move_label: (n, mark, square) => `Jogada ${n}: ${mark} na casa ${square}`,
  bad_address:
    "O endereço desta página não leva a nenhuma posição do jogo. Aqui está a parte que faz sentido.",
  no_server: "A página perdeu o servidor. O noughts explore ainda está rodando?",

  show_values: "Mostrar valores",
  values_title: "Quanto vale cada jogada?",
  values_intro:
    "Cada casa livre leva à vitória, ao empate ou à derrota de quem joga, se ambos continuarem o melhor que podem. Primeiro adivinhe, depois olhe.",
  values_over: "Onde o jogo se decidiu:",
  values_flawless: "Ninguém errou.",
  values_by_move: (turn) => `Quanto vale cada jogada para ${turn}`,
  best: "melhor",
  play_square: (n, where, verdict) => `Jogar na casa ${n}, ${where}: ${verdict}`,
  best_line: "As melhores jogadas daqui em diante",
  play_out: "Jogar até o fim",
  stop: "Parar",
  line_step: (n, mark, square) =>
    `Ir para: ${mark} na casa ${square}, jogada ${n} desta linha`,

  methods: {
    minimax: "Minimax",
    alphabeta: "Alfa-beta",
    "strong-first": "Alfa-beta, centro primeiro",
  },
  method: "Busca",
  tree_intro:
    "Cada fileira é uma escolha. Abra um tabuleiro para ver o que pode vir depois.",
  tree_over: "O jogo acabou: nada vem depois.",
  follow: "Abrir a melhor linha",
  shut: "Fechar tudo",
  go_there: "Montar esta posição",
  legend_x: "X ganha",
  legend_even: "empate",
  legend_o: "O ganha",
  legend_bounds: "≥ no mínimo, ≤ no máximo, senão exato",
  bounds: { exact: "exatamente", least: "no mínimo", most: "no máximo" },
  positions: (n) => `${n} ${n === "1" ? "posição" : "posições"}`,
  node: (mark, square) => `${mark} na casa ${square}`,
  node_value: (bound, value) => `vale ${bound} ${value}`,
  node_skipped: "pulada pela busca",
  node_waiting: "ainda não examinada",
  node_current: "em exame",
  node_best: "melhor",
  node_last: "fim de jogo",
  too_long: (n, limit) =>
    `O Minimax puro visita ${n} posições daqui, demais para ir passo a passo. Jogue até restarem no máximo ${limit} casas livres, ou escolha o alfa-beta.`,
  over_search: "O jogo acabou: não há o que buscar.",
  loading: "Buscando …",
  first: "Primeiro passo",
  back: "Um passo atrás",
  step: "Um passo adiante",
  last: "Último passo",
  run: "Reproduzir",
  pause: "Pausar",
  speed: "Velocidade",
  speeds: ["lenta", "normal", "rápida", "muito rápida"],
  slider: "Passo",
  step_of: (n, all) => `Passo ${n} de ${all}`,
  visited: "visitadas até aqui",
  visits_all: "na busca inteira",
  minimax_visits: "com o Minimax puro",
  small_example: "Para começar, veja uma busca menor:",
  example: (n) => `${n} casas livres`,
  code: "As linhas do livro",

  enter_root: (turn) =>
    `A busca começa. É a vez de ${turn}, que quer o valor ${wants[turn]}.`,
  enter: (mark, square, turn) =>
    `E se ${mark} jogar na casa ${square}? Então é a vez de ${turn}.`,
  enter_over: (mark, square) => `E se ${mark} jogar na casa ${square}?`,
  window: (alpha, beta) =>
    `Em outro lugar X já garante no mínimo ${alpha}, e O no máximo ${beta}.`,
  window_x: (alpha) => `Em outro lugar X já garante no mínimo ${alpha}.`,
  window_o: (beta) => `Em outro lugar O já garante no máximo ${beta}.`,
  leaf_won: (winner, value) =>
    `${winner} fechou uma linha: o jogo acabou e vale ${value}.`,
  leaf_tied: "O tabuleiro está cheio: empate, vale 0.",
  better_first: (turn, square, bound, value) =>
    `A primeira jogada tentada, casa ${square}, vale ${bound} ${value}: por ora a melhor para ${turn}.`,
  better: (turn, square, bound, value) =>
    `A casa ${square} é melhor para ${turn}: vale ${bound} ${value}.`,
  cut: (turn, value, sign, limit, skipped) =>
    `${value} ${sign} ${limit}: ${other[turn]} já garante ${sure[turn]} ${limit} em outro lugar e nada tem a ganhar aqui. Não é preciso examinar ${squares(skipped)}.`,
  leave: (turn, bound, value) => `De volta: esta posição vale ${bound} ${value}.`,
  leave_root: (value) =>
    `A busca acabou. O valor é ${value}: ${{ "+1": "X ganha", 0: "empate", "−1": "O ganha" }[value]}, se ambos jogarem o melhor.`,

  engine_title: (name) => `O que ${name} faz aqui`,
  engine_ask: "Perguntando ao programa …",
  engine_plays: (square, where) => `Ele joga na casa ${square}, ${where}.`,
  engine_fine: (verdict) => `Está certo: ${verdict}.`,
  engine_slow: (verdict, best) =>
    `Está certo, mas não é o melhor: ${verdict}. O melhor: ${best}.`,
  engine_mistake: (verdict, best) => `É um erro: ${verdict}. O melhor: ${best}.`,
  engine_refuted: "Como é punido",
  engine_seconds: (seconds) => `Respondeu em ${seconds} s.`,
  engine_erred: (square, why) => `Sua última jogada, casa ${square}, ${why}.`,
  engine_visits: "O que sua busca visita",
  engine_start: "Faça uma jogada antes: do tabuleiro vazio há demais para gravar.",
  engine_watching: "Escutando sua busca …",
  engine_positions: "posições visitadas",
  textbook: {
    "plain Minimax": "Minimax puro",
    "stopping at a win": "parando na vitória",
    "alpha-beta": "alfa-beta",
    "alpha-beta, exact first moves": "alfa-beta, primeiras jogadas exatas",
  },
  engine_codes: {
    invisible: "Ele busca sem chamar result(): sua busca não pode ser vista.",
    unclear: "Ele chama result() numa ordem em que não se lê nenhuma busca.",
    hardly: "Ele quase não busca: não olha além da resposta do adversário.",
    shallow: "Ele não olha até o fim do jogo.",
    minimax: "Ele visita tantas posições quanto o Minimax puro.",
    remembers: "É um Minimax que se lembra das posições.",
    "stops-at-win": "Ele para na vitória, e não corta mais nada.",
    "some-cuts": "Ele deixa posições antes do fim, mas menos que o alfa-beta deixaria.",
    alphabeta: "Ele corta como o alfa-beta.",
  },
  engine_evidence:
    "Sob cada tabuleiro: as posições visitadas dali em diante. É um indício tirado das chamadas de result(), comparado com as buscas do livro na mesma ordem de jogadas; uma busca em tabuleiros próprios não é vista.",
  engine_over: "O jogo acabou: ele não tem o que jogar.",
  engine_retry: "Perguntar de novo",
  engine_play: "Que jogue aqui",

  keys_list: [
    ["1 – 9", "jogar nessa casa"],
    ["setas", "andar pelo tabuleiro, pela árvore, pelas abas"],
    ["U", "desfazer"],
    ["R", "refazer"],
    ["N", "novo jogo"],
    ["V", "mostrar ou esconder os valores"],
    [", .", "um passo da busca atrás, adiante"],
    ["P", "reproduzir ou pausar a busca"],
    ["?", "esta lista"],
  ],
};
