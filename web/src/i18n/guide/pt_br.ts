import type { en } from "./en";

/** As regras no português do Brasil: o que nele se diz de outro modo que em Portugal (pt.ts). */
export const ptBR: Partial<Record<keyof typeof en, string>> = {
  "rules.goal":
    "Junte cartas, pague rotas no mapa com elas e ligue as cidades dos seus bilhetes. Ganha quem tiver mais pontos no fim.",
  "rules.setup": "Cada jogador tem {cars_n} e {hand} cartas. Cinco cartas ficam abertas; as outras formam o baralho.",
  "rules.setup_tickets": "Você recebe {dealt} bilhetes e fica com pelo menos {keep}. Os outros não veem.",
  "rules.turn_draw": "comprar duas cartas",
  "rules.turn_tickets": "comprar bilhetes",
  "rules.draw_title": "Comprar cartas",
  "rules.draw":
    "Pegue duas cartas, cada uma das cinco abertas ou às cegas do baralho. O espaço vazio é preenchido na hora.",
  "rules.draw_wild":
    "Com {a_wild} você substitui qualquer cor. Aberta, é a sua única carta, e não pode ser a segunda. Às cegas conta como outra qualquer.",
  "rules.claim":
    "Pague tantas cartas da cor da rota quantos forem os espaços, e o mesmo número de {cars} é colocado. Não precisa encostar nas suas outras rotas.",
  "rules.claim_gray": "Uma rota cinza aceita qualquer cor, mas só uma.",
  "rules.claim_points": "As rotas longas dão mais pontos, na hora:",
  "rules.ferry_title": "Balsas",
  "rules.ferry": "Os espaços com um símbolo são pagos com {wilds}; os outros, com uma só cor qualquer.",
  "rules.tunnel":
    "Primeiro você põe as cartas; depois três do baralho são reveladas. Cada uma da sua cor, e cada {wild}, custa mais uma carta.",
  "rules.tunnel_end": "Não pode ou não quer pagar? Você recolhe as cartas e o turno acaba.",
  "rules.station_end":
    "No fim, cada estação deixa você usar uma rota de outro jogador que termine ali, só para os seus bilhetes. A melhor é encontrada para você. Uma estação não construída dá {n} pontos.",
  "rules.tickets":
    "Como turno, compre mais {n} e fique com pelo menos {keep}. Um bilhete ligado no fim dá os seus pontos. Se não estiver, custa-os!",
  "variant.deal": "No início você recebe {n} bilhetes e fica com pelo menos {keep}.",
  "variant.deal_long": "No início você recebe {n} bilhetes, {long} deles longos, e fica com pelo menos {keep}.",
  "variant.draw": "Mais tarde você compra {n} bilhetes e fica com pelo menos {keep}.",
  "lesson.intro":
    "Alguns minutos em um jogo de verdade contra um bot fraco: você compra, constrói e aprende o que o tabuleiro tem de especial. Pode deixar a lição quando quiser e continuar jogando.",
  "lesson.about_london": "A entrada mais curta: ônibus e bairros.",
  "lesson.about_europe": "Com balsas, túneis e estações.",
  "lesson.next": "Próximo",
  "lesson.close": "Continuar jogando",
  "lesson.keep":
    "Estes bilhetes são os seus objetivos secretos: ligue as duas cidades de cada um com as suas próprias rotas. Aponte para um e o mapa mostra o caminho mais curto. Marque pelo menos {n} e fique com eles. Os que dividem o caminho são os mais fáceis.",
  "lesson.wait": "{who} está jogando. O registro conta o que acontece.",
  "lesson.draw":
    "É a sua vez. Para construir rotas você precisa de cartas: compre a primeira. Clique em uma das cinco abertas, ou no baralho para uma surpresa.",
  "lesson.second": "E a segunda. Agora você não pode pegar {a_wild} aberta: teria sido a sua única carta.",
  "lesson.more":
    "Você ainda não pode pagar nenhuma rota. Continue comprando: veja as cores do caminho dos seus bilhetes e junte uma delas.",
  "lesson.claim":
    "Você pode pagar as rotas que brilham. Clique em uma, de preferência no caminho de um bilhete, escolha as cartas e confirme. Ou continue comprando e guarde para uma mais longa.",
  "lesson.tunnel_now":
    "Um túnel: três cartas foram reveladas, e as da sua cor custam mais. Pague, ou desista e recolha as suas cartas.",
  "lesson.claimed":
    "A rota é sua! Ela deu pontos na hora: você tem agora {score}. As rotas longas dão muito mais do que as curtas.",
  "lesson.tickets":
    "Os seus bilhetes dizem o número de {cars} que falta; aponte para um e veja o caminho. Como turno você pode comprar {draw} novos. Os que não completar custam pontos no fim!",
  "lesson.ferry": "As balsas mostram símbolos: essa quantidade das cartas precisa ser de {wilds}.",
  "lesson.tunnel":
    "As rotas com borda tracejada são túneis: depois de você pôr as cartas, mais três são reveladas e podem encarecê-lo.",
  "lesson.station":
    "Alguém tirou uma rota de você? Construa uma estação em uma cidade: no fim você poderá usar ali uma rota de outro jogador para os seus bilhetes.",
};
